/** Hands a file of the server to the person: the browser saves it, or shows it where it cannot save. */
import { http } from './http.ts';

/** Fetches with the sign-in, which a plain link could not. Throws the Problem of the call. */
export async function download(path: string, fileName: string): Promise<void> {
  const address = URL.createObjectURL(await http.getFile(path));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the address after the click; later nobody does.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
