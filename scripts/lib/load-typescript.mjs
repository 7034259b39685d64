import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './run.mjs';

/** Imports a TypeScript module of this repository. Only after `install`. */
export async function loadTypeScript(path) {
  const { register } = await import(
    pathToFileURL(join(root, 'node_modules/tsx/dist/esm/api/index.mjs')).href
  );
  register();
  return import(pathToFileURL(join(root, path)).href);
}
