/* Where tables are kept: as the command superflip has it on Linux, elsewhere where the system keeps such files. */
"use strict";
const path = require("node:path");

/** @param platform, env, home  process.platform, process.env, os.homedir() */
exports.tablesDirectory = function tablesDirectory(platform, env, home) {
  const {join} = platform === "win32" ? path.win32 : path.posix;
  if (env.SUPERFLIP_PDB_DIR) return env.SUPERFLIP_PDB_DIR;
  if (env.XDG_CACHE_HOME) return join(env.XDG_CACHE_HOME, "superflip");
  if (platform === "darwin") return join(home, "Library", "Caches", "superflip");
  if (platform === "win32") return join(env.LOCALAPPDATA || join(home, "AppData", "Local"), "superflip");
  return join(home, ".cache", "superflip");
};
