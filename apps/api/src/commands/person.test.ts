/** `npm run person`, run as an operator runs it. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMember } from '../../test/factories.ts';
import { startApi, testEnvironment, type Api } from '../../test/harness.ts';
import { runProgram } from '../../test/processes.ts';
import { aPayer } from '../../test/payer.ts';
import { collection } from '../platform/database.ts';
import { objectId } from '../platform/documents.ts';
import { requireMember } from '../modules/people/members/member.service.ts';

let api: Api;
const folder = mkdtempSync(path.join(tmpdir(), 'kinfold-person-'));
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true });
});

const run = (...args: string[]) =>
  runProgram('person', args, testEnvironment(api.deps.config.MONGODB_URI, api.sandbox)).ended;
const actionsOf = async (memberId: string) =>
  (await collection('audit_entries').find({ 'subject.id': memberId }).toArray()).map((one) => one['action']);

describe('npm run person', () => {
  it.each([[], ['--member', 'M-000001'], ['--export', 'x.json'], ['--member', 'M-1', '--erase', '--now']])(
    'prints its usage: %j',
    async (...args) => {
      const usage = 'Usage: npm run person -- --member M-000123 --export FILE | --erase\n';
      expect(await run(...args)).toEqual({ code: 2, said: usage });
    },
  );

  it('says that there is no such member', async () => {
    expect(await run('--member', 'M-999999', '--erase')).toEqual({
      code: 1,
      said: 'There is no member M-999999.\n',
    });
  });

  it('writes all data into a new private file, and does nothing if it cannot', async () => {
    const member = await aMember({ firstNm: 'Zelda', lastNm: 'Quince' });
    const file = path.join(folder, 'zelda.json');
    writeFileSync(file, 'something else');
    const there = await run('--member', member.memberId, '--export', file, '--erase');
    const nothing = 'Nothing was exported or erased.';
    expect(there).toEqual({ code: 1, said: `${file} was not written: it exists already. ${nothing}\n` });
    expect(readFileSync(file, 'utf8')).toBe('something else');
    const nowhere = path.join(folder, 'none', 'zelda.json');
    const missing = await run('--member', member.memberId, '--export', nowhere);
    expect(missing).toEqual({
      code: 1,
      said: `${nowhere} was not written: its folder does not exist. ${nothing}\n`,
    });
    expect(await actionsOf(member._id)).not.toContain('member.handed_out');
    expect((await requireMember(member._id)).firstNm).toBe('Zelda');
    rmSync(file);
    const done = await run('--member', member.memberId, '--export', file);
    expect([done.code, done.said]).toEqual([
      0,
      expect.stringContaining(`of ${member.memberId} is in ${file}.`),
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const person = JSON.parse(readFileSync(file, 'utf8')) as {
      memberId: string;
      data: Record<string, object[]>;
    };
    expect(person.memberId).toBe(member.memberId);
    expect(person.data['members']).toMatchObject([{ firstNm: 'Zelda', lastNm: 'Quince' }]);
    expect(await actionsOf(member._id)).toContain('member.handed_out');
  });

  it('does not erase a person who owes, and says what', async () => {
    const { memberId } = await aPayer();
    const member = await requireMember(memberId);
    const { code, said } = await run('--member', member.memberId, '--erase');
    expect(code).toBe(1);
    expect(said).toMatch(/^\S+ \S+ cannot be erased: \$[\d.]+ is still owed; the membership .* is active/);
    expect(await requireMember(memberId)).toEqual(member);
  });

  it('erases a person, living or dead; a repetition changes nothing', async () => {
    const member = await aMember({ firstNm: 'Zelda', lastNm: 'Quince' });
    const died = { $set: { deceasedDt: '2026-01-02' } };
    await collection('members').updateOne({ _id: objectId(member._id) }, died);
    const said = `${member.memberId} is erased. Earlier backups still have the person.\n`;
    expect(await run('--member', member.memberId, '--erase')).toEqual({ code: 0, said });
    expect(await requireMember(member._id)).toMatchObject({ firstNm: 'erased', lastNm: 'person' });
    expect(await run('--member', member.memberId, '--erase')).toEqual({ code: 0, said });
  });
});
