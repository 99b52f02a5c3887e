/* The page of `superflip serve`. */
import { startPage } from "./page.js";

startPage();
