/** Which version of the program this is. */
import { readOwnFile } from './own-files.ts';

export function programVersion(): string {
  const text = readOwnFile(new URL('../../package.json', import.meta.url)).toString();
  return (JSON.parse(text) as { readonly version: string }).version;
}
