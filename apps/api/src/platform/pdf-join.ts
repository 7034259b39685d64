/**
 * Joins PDFs that pdfkit made into one, while they are read: memory holds one of them at a time. Their objects get new
 * numbers, and their trees of pages become branches of one. Understands what pdfkit writes, and nothing else.
 */

const CATALOG = 1;
const PAGES = 2;
const INFO = 3;

/** Where each object of a PDF begins, by its number, and the numbers of its catalog and information. */
function readObjects(source: string): { offsets: Map<number, number>; root: number; info: number } {
  const xref = Number(/startxref\n(\d+)\n%%EOF/.exec(source.slice(-64))?.[1]);
  const lines = source.slice(xref).split('\n');
  if (lines[0] !== 'xref') throw new Error('this PDF has no table of objects');
  const count = Number(lines[1]?.split(' ')[1]);
  const offsets = new Map<number, number>();
  for (let id = 1; id < count; id += 1) offsets.set(id, Number(lines[2 + id]?.slice(0, 10)));
  const trailer = lines.slice(2 + count).join('\n');
  const idOf = (name: string) => Number(new RegExp(`/${name} (\\d+) 0 R`).exec(trailer)?.[1]);
  return { offsets, root: idOf('Root'), info: idOf('Info') };
}

/** A text as a PDF holds it: UTF-16 as hex. */
const textString = (text: string) => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

/** The bytes of the one PDF, part by part. The title is that of its window; the language is English. */
export async function* joinPdfs(
  parts: AsyncIterable<Buffer>,
  { title, createdDt }: { title: string; createdDt: Date },
): AsyncGenerator<Buffer> {
  const offsets = new Map<number, number>();
  const branches: string[] = [];
  let [position, lastId, pageCount] = [0, INFO, 0];
  const chunk = (text: string) => {
    const bytes = Buffer.from(text, 'latin1');
    position += bytes.length;
    return bytes;
  };
  yield chunk('%PDF-1.3\n%\xff\xff\xff\xff\n');
  for await (const part of parts) {
    const source = part.toString('latin1');
    const { offsets: places, root, info } = readObjects(source);
    const pages = Number(/\/Pages (\d+) 0 R/.exec(source.slice(places.get(root)))?.[1]);
    const base = lastId;
    const renumbered = (text: string) =>
      text.replace(
        /(\d+) 0 (R|obj)\b/g,
        (_all, id: string, word: string) => `${base + Number(id)} 0 ${word}`,
      );
    const sorted = [...places].toSorted(([, one], [, other]) => one - other);
    for (const [id, from] of sorted) {
      const end = source.indexOf('\nendobj\n', from);
      const stream = source.indexOf('\nstream\n', from);
      const isStream = stream !== -1 && stream < end;
      const head = source.slice(from, isStream ? stream : end);
      const isText = head.startsWith('(', head.indexOf('\n') + 1);
      if (id === root || id === info || isText) continue;
      offsets.set(base + id, position);
      if (!isStream) {
        const object = `${renumbered(head)}\nendobj\n`;
        yield chunk(
          id === pages ? object.replace('/Type /Pages', `/Type /Pages\n/Parent ${PAGES} 0 R`) : object,
        );
        if (id === pages) pageCount += Number(/\/Count (\d+)/.exec(head)?.[1]);
      } else {
        const length = Number(/\/Length (\d+)/.exec(head)?.[1]);
        const body = source.slice(stream, stream + '\nstream\n'.length + length);
        yield chunk(`${renumbered(head)}${body}\nendstream\nendobj\n`);
      }
    }
    branches.push(`${base + pages} 0 R`);
    lastId = base + Math.max(...places.keys());
  }
  const object = (id: number, body: string) => {
    offsets.set(id, position);
    return chunk(`${id} 0 obj\n<<\n${body}\n>>\nendobj\n`);
  };
  const day = createdDt.toISOString().replace(/\D/g, '').slice(0, 14);
  yield object(
    CATALOG,
    `/Type /Catalog\n/Pages ${PAGES} 0 R\n/Lang (en-US)\n/ViewerPreferences << /DisplayDocTitle true >>`,
  );
  yield object(PAGES, `/Type /Pages\n/Count ${pageCount}\n/Kids [${branches.join(' ')}]`);
  yield object(INFO, `/Title ${textString(title)}\n/CreationDate (D:${day}Z)`);
  const xref = position;
  const entries = Array.from({ length: lastId }, (_, index) => {
    const at = offsets.get(index + 1);
    // What was left out is a free object.
    return at === undefined ? '0000000000 65535 f ' : `${String(at).padStart(10, '0')} 00000 n `;
  });
  yield chunk(`xref\n0 ${lastId + 1}\n0000000000 65535 f \n${entries.join('\n')}\n`);
  yield chunk(
    `trailer\n<<\n/Size ${lastId + 1}\n/Root ${CATALOG} 0 R\n/Info ${INFO} 0 R\n>>\nstartxref\n${xref}\n%%EOF\n`,
  );
}
