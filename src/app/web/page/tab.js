/* The page without a server, from any static host (make tab). */
import { setBackend } from "./api.js";
import { createTab } from "./in-tab.js";
import { startPage } from "./page.js";

const tab = createTab();
setBackend(tab);
startPage(tab.element);
