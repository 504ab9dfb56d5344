import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether a window can be shown. */
export function hasDisplay() {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY);
}

/**
 * The first of the commands that is in the PATH.
 * @param {string[]} commands
 */
export function inPath(commands) {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return commands.flatMap((command) => folders.map((folder) => join(folder, command))).find((file) => existsSync(file));
}
