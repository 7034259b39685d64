/** Downloads of files that require the tokens, which a plain link does not send. */
import { http } from './http.ts';

/**
 * Fetches the file and lets the browser save it, under the server's name for it or else `fileName`. Throws the Problem
 * of the request.
 */
export async function download(path: string, fileName: string): Promise<void> {
  const file = await http.getFile(path);
  save(file, file instanceof File ? file.name : fileName);
}

/** Lets the browser save a file under a name. */
export function save(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the URL asynchronously after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
