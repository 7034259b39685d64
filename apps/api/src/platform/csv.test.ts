import { describe, expect, it } from 'vitest';
import { csvChunks, csvLine, plainFileName } from './csv.ts';

describe('a line of a CSV file', () => {
  it.each([
    [['a', 1, null], 'a,1,'],
    [['Okafor, Ruth', 'say "hi"', 'two\nlines'], '"Okafor, Ruth","say ""hi""","two\nlines"'],
    [['=1+1', '+1', '-1', '@x', '\tx'], "'=1+1,'+1,'-1,'@x,'\tx"],
    [[-5], '-5'],
    [['a\r', 'a\n', '', ' x '], '"a\r","a\n",, x '],
    [[null], ''],
    [['(301) 555-0142'], '(301) 555-0142'],
  ])('%j', (values, line) => {
    expect(csvLine(values)).toBe(`${line}\r\n`);
  });
});

it('comes in chunks, its heading first', async () => {
  async function* rows() {
    for (let row = 0; row < 450; row += 1) yield row;
  }
  const chunks: string[] = [];
  for await (const chunk of csvChunks<number>([['number', '', (row) => row]], rows())) chunks.push(chunk);
  expect(chunks).toHaveLength(4);
  expect(chunks[0]).toBe('\u{feff}number\r\n');
  expect(chunks.join('').split('\r\n')).toHaveLength(452);
});

it('has a name of plain words', () => {
  expect(plainFileName('members', '1001', undefined, 'Señor "x"/..')).toBe('members-1001-Sen-or-x');
});
