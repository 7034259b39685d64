import { describe, expect, it } from 'vitest';
import { readCell, writeCell, writeTextCell } from './csv-cell.ts';

describe('a cell of a file', () => {
  it.each([
    ['Okafor', 'Okafor'],
    ["O'Brien", "O'Brien"],
    ["'t Hooft", "'t Hooft"],
    ['#12', '#12'],
    ['(301) 555-0142', '(301) 555-0142'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-', "'-"],
    ['@x', "'@x"],
    ["'=x", "''=x"],
    ['"Bud"', `'"Bud"`],
    ['#N/A', "'#N/A"],
    ['##', "'##"],
    ['\uff1d1+1', "'\uff1d1+1"],
    ['\uff0b1', "'\uff0b1"],
    ['\uff0d1', "'\uff0d1"],
    ['\uff20x', "'\uff20x"],
    ['\u22125', "'\u22125"],
    ['Okafor;=1+1', "Okafor;'=1+1"],
    ['Okafor; \uff1d1;+2', "Okafor; '\uff1d1;'+2"],
    ["Okafor;'=1", "Okafor;''=1"],
    ['a;b', 'a;b'],
  ])('%s is written as %s, and read as it was', (text, cell) => {
    expect(writeCell(text)).toBe(cell);
    expect(readCell(cell)).toEqual({ text, isPlain: cell.startsWith("'") && text !== cell });
  });

  it.each([
    ['Okafor', 'Okafor'],
    ['+251 91 123 4567', '+251 91 123 4567'],
    ['(301) 555-0142; +251 91 123 4567', '(301) 555-0142; +251 91 123 4567'],
    ['+1 (301) 555-0142', '+1 (301) 555-0142'],
    ["+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"],
    ['+SUM(A1:A9)', "'+SUM(A1:A9)"],
    ['@SUM(A1:A9)', "'@SUM(A1:A9)"],
    ['=1+1', "'=1+1"],
    ['-', "'-"],
    ["'=x", "''=x"],
    ['="00123"', `'="00123"`],
  ])('of a workbook with %s has %s', (text, cell) => {
    expect(writeTextCell(text)).toBe(cell);
    expect(readCell(cell).text).toBe(text);
  });

  it('is read as it was, whatever signs it is made of', () => {
    const signs = [...`'="+-@#N/Ax1;\uff1d`];
    const all = signs.flatMap((item) => signs.flatMap((two) => signs.map((three) => item + two + three)));
    expect(all.filter((text) => readCell(writeCell(text)).text !== text)).toEqual([]);
  });

  it.each([
    ['="00123"', '00123'],
    ['"Lee"', 'Lee'],
    ['\u00a0Lee\ufeff', 'Lee'],
    ['=A1', '=A1'],
  ])('%s of a spreadsheet means %s', (cell, text) => {
    expect(readCell(cell)).toEqual({ text, isPlain: false });
  });
});
