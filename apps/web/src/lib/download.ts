/** Downloads of files that need the tokens, which a plain link does not send. */
import { http } from './http.ts';

/** Fetches the file and lets the browser save it. Throws the Problem of the request. */
export async function download(path: string, fileName: string): Promise<void> {
  const address = URL.createObjectURL(await http.getFile(path));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the URL asynchronously after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
