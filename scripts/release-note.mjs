// npm run release-note [-- --output FILE] [-- --upgrade]: prints the section of CHANGELOG.md about the version of
// package.json, or only its upgrade steps. Fails if there is none: a version without it is not released.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, main, root } from './lib/run.mjs';

/** The text under a heading, up to the next one of its level or above. */
function under(text, heading) {
  const level = /^#+/.exec(heading)[0].length;
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line === heading || line.startsWith(`${heading} - `));
  if (start < 0) return undefined;
  const after = lines.slice(start + 1);
  const end = after.findIndex((line) => /^#+ /.test(line) && /^#+/.exec(line)[0].length <= level);
  return after
    .slice(0, end < 0 ? undefined : end)
    .join('\n')
    .trim();
}

await main(async () => {
  const { values } = parseArgs({ options: { output: { type: 'string' }, upgrade: { type: 'boolean' } } });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const note = under(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), `## [${version}]`);
  if (!note) throw new Failure(`CHANGELOG.md has nothing under '## [${version}] - DATE'.`);
  const upgrade = under(note, '### Upgrading');
  if (!upgrade) throw new Failure(`CHANGELOG.md has no text in 'Upgrading' under [${version}].`);
  const text = `${values.upgrade ? upgrade : note}\n`;
  if (values.output) writeFileSync(values.output, text);
  else process.stdout.write(text);
});
