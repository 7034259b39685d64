import { describe, expect, it } from 'vitest';
import { auditActionName, auditFieldName, auditSentence } from './audit-sentence.ts';
import {
  AUDIT_ACTIONS,
  AuditQuery,
  historyPermissions,
  type AuditAction,
  type AuditChange,
} from './audit.ts';

const sentenceOf = (action: AuditAction, label: string, ...changes: AuditChange[]) =>
  auditSentence({
    action,
    actor: { name: 'Ruth Adeyemi', email: 'ruth@grace.test' },
    subject: { type: 'member', id: '1', label },
    changes,
  });
const change = (field: string, from: unknown, to: unknown): AuditChange => ({ field, from, to });

describe('the catalogue of sentences', () => {
  it.each(AUDIT_ACTIONS)(
    'names %s and describes it with its subject, whatever fields the entry has',
    (action) => {
      expect(auditActionName(action)).toMatch(/^[A-Z][a-z -]+$/);
      for (const changes of [[], [change('other', 1, null)]])
        expect(sentenceOf(action, 'Samuel Okafor', ...changes)).toMatch(/^Ruth Adeyemi [a-z].*Samuel Okafor/);
    },
  );

  it('distinguishes a corrected day of death from the entry of the death', () => {
    const died = (...changes: AuditChange[]) => sentenceOf('member.deceased', 'Samuel Okafor', ...changes);
    expect(died(change('deceasedDt', null, '2026-11-04'), change('deathDay', null, 'month'))).toBe(
      'Ruth Adeyemi entered the death of Samuel Okafor',
    );
    const corrected = 'Ruth Adeyemi corrected the day of death of Samuel Okafor';
    expect(died(change('deceasedDt', '2026-11-04', '2026-11-03'))).toBe(corrected);
    expect(died(change('deathDay', 'unknown', null))).toBe(corrected);
  });

  it('says who joined whom', () => {
    const label = 'P-000012, Ruth Okafor, Grace Fund, East';
    const joined = (name: string) =>
      auditSentence({
        action: 'membership.joined',
        actor: { name, email: 'a@demo.test' },
        subject: { type: 'membership', id: 'm', label },
        changes: [],
      });
    expect(joined('Mia Cole')).toBe('Mia Cole joined Ruth Okafor to Grace Fund, East (P-000012)');
    expect(joined('Ruth Okafor')).toBe('Ruth Okafor joined Grace Fund, East (P-000012)');
  });

  it('calls no two actions alike', () => {
    expect(new Set(AUDIT_ACTIONS.map(auditActionName)).size).toBe(AUDIT_ACTIONS.length);
  });

  it.each<[AuditAction, string, AuditChange[], string]>([
    ['campaign_run.updated', 'Amos Tull', [change('isActive', false, true)], 'activated the run Amos Tull'],
    ['campaign_run.updated', 'Amos Tull', [change('isActive', true, false)], 'paused the run Amos Tull'],
    [
      'campaign_run.updated',
      'Amos Tull',
      [change('name', 'A', 'B'), change('isActive', true, false)],
      'changed the name and state of the run Amos Tull',
    ],
    ['contact.added', 'Sam Okafor', [change('title', null, 'Deacon')], 'made Sam Okafor a contact: Deacon'],
    [
      'contact.deleted',
      'Sam Okafor',
      [change('title', 'Deacon', null)],
      'deleted Sam Okafor as a contact: Deacon',
    ],
    ['dues.created', 'Winter', [change('dues', null, 1)], 'made 1 due in the run Winter'],
    ['dues.created', 'Winter', [change('dues', null, 412)], 'made 412 dues in the run Winter'],
    ['members.created', 'Grace', [change('members', null, 60)], 'added 60 members to Grace'],
    ['group.created', 'Grace', [change('group', null, 'Choir')], 'added the group Choir to Grace'],
    ['group.removed', 'Grace', [change('group', 'Choir', null)], 'deleted the group Choir of Grace'],
    [
      'organization.moved',
      'Grace',
      [change('above', 'Zion', 'Hope')],
      'moved the organization Grace below Hope',
    ],
    [
      'organization.moved',
      'Grace',
      [change('above', 'Zion', null)],
      'moved the organization Grace to the top',
    ],
    [
      'organization.updated',
      'Grace',
      [change('organizationName', 'A', 'Grace')],
      'changed the name of Grace',
    ],
    [
      'member.updated',
      'Sam Okafor',
      [change('address', null, {}), change('phones', [], []), change('birthDt', 'a', 'b')],
      'changed the address, phone numbers and birth date of Sam Okafor',
    ],
    [
      'role.granted',
      'Grace',
      [change('role', null, 'manager'), change('user', null, 'sam@grace.test')],
      'gave sam@grace.test the role manager at Grace',
    ],
    [
      'role.removed',
      'Grace',
      [change('role', 'manager', null), change('user', 'sam@grace.test', null)],
      'removed the role manager from sam@grace.test at Grace',
    ],
  ])('says of %s %s with %j: %s', (action, label, changes, sentence) => {
    expect(sentenceOf(action, label, ...changes)).toBe(`Ruth Adeyemi ${sentence}`);
  });

  it('describes a role that was given while roles were the history of their user', () => {
    const subject = { type: 'user', id: '1', label: 'sam@grace.test' } as const;
    const actor = { name: 'Ruth Adeyemi', email: 'ruth@grace.test' };
    const changes = [change('role', null, 'manager')];
    expect(auditSentence({ action: 'role.granted', actor, subject, changes })).toBe(
      'Ruth Adeyemi gave sam@grace.test the role manager',
    );
  });

  it.each([
    ['phones', 'phone numbers'],
    ['relationship', 'relationship'],
    ['priceOverride', 'price override'],
    ['household_id', 'household'],
    ['external_ref', 'external ref'],
  ])('calls the field %s %s', (field, name) => {
    expect(auditFieldName(field)).toBe(name);
  });
});

describe('who may read the history', () => {
  it.each([
    [undefined, ['audit.get']],
    ['', ['audit.get']],
    ['organization', ['audit.get']],
    ['user', ['audit.get']],
    ['member', ['audit.get', 'members.update']],
    ['campaign', ['audit.get', 'campaigns.update']],
    ['campaign_run', ['audit.get', 'campaign-runs.update']],
    ['membership', ['audit.get', 'memberships.update']],
  ] as const)('of %s holds one of %j', (type, permissions) => {
    expect(historyPermissions(type)).toEqual(permissions);
  });
});

describe('a question for the history', () => {
  const ofGrace = { organization_number: '1001' };
  it.each([
    [
      { ...ofGrace, from: '04/01/2026', to: '2026-04-30' },
      { from: '2026-04-01', to: '2026-04-30' },
    ],
    [
      { ...ofGrace, from: '', to: '', actor: '', action: '', cursor: '' },
      { actor: '', page_size: 30 },
    ],
    [{ ...ofGrace, actor: ' Ruth@Grace.test ' }, { actor: 'ruth@grace.test' }],
    [
      { subject_type: 'member', subject_id: 'x', page_size: '5' },
      { subject_id: 'x', page_size: 5 },
    ],
    [{ ...ofGrace, from: '2026-04-30', to: '2026-04-30' }, {}],
  ])('%j is %j', (asked, parsed) => {
    expect(AuditQuery.parse(asked)).toMatchObject(parsed);
  });

  it.each([
    [{ organization_number: '' }, 'organization_number'],
    [{ subject_type: 'member' }, 'subject_id'],
    [{ subject_id: 'x' }, 'subject_id'],
    [{ subject_type: 'card', subject_id: 'x' }, 'subject_type'],
    [{ ...ofGrace, from: '02/30/2026' }, 'from'],
    [{ ...ofGrace, to: 'yesterday' }, 'to'],
    [{ ...ofGrace, from: '2026-04-02', to: '2026-04-01' }, 'to'],
    [{ ...ofGrace, action: 'member.deleted_twice' }, 'action'],
    [{ ...ofGrace, page_size: '101' }, 'page_size'],
    [{ ...ofGrace, cursor: 'x'.repeat(201) }, 'cursor'],
  ])('%j is refused at %s', (asked, field) => {
    const { error } = AuditQuery.safeParse(asked);
    expect(error?.issues.map(({ path }) => path.join('.'))).toContain(field);
  });
});
