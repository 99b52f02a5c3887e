/* The page with cubing.js in it; esbuild begins here. */
import "./cubing-viewer.js";
import "./served.js";
