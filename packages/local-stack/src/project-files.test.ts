/**
 * Checks the files that only run where the project is published: valid by GitHub's own schema, and made of commands
 * that exist here.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const workflows = readdirSync(join(root, '.github/workflows')).map((name) => `.github/workflows/${name}`);

/** What GitHub's parser finds wrong with a workflow: unknown keys, missing parts, expressions that it cannot parse. */
const faultsOf = (name: string, content: string) =>
  parseWorkflow({ name, content }, new NoOperationTraceWriter())
    .context.errors.getErrors()
    .map(({ message }) => message);

type Step = { uses?: string; run?: string };
type Workflow = {
  permissions?: unknown;
  jobs: Record<string, { 'timeout-minutes'?: number; steps: Step[] }>;
};
const stepsOf = (file: string) =>
  Object.values((parse(read(file)) as Workflow).jobs).flatMap(({ steps }) => steps);

describe.each(workflows)('%s', (file) => {
  it('is right by the schema of workflows', () => {
    expect(faultsOf(file, read(file))).toEqual([]);
  });

  it('may do no more than it needs, and ends by itself', () => {
    const { permissions, jobs } = parse(read(file)) as Workflow;
    expect(permissions).toEqual({ contents: 'read' });
    for (const [name, job] of Object.entries(jobs)) expect(job['timeout-minutes'], name).toBeGreaterThan(0);
  });

  it('runs commands of package.json that there are', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const commands = stepsOf(file).flatMap(({ run = '' }) =>
      [...run.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name),
    );
    expect(commands.length).toBeGreaterThan(0);
    for (const name of commands) expect(scripts, name).toHaveProperty([name]);
  });
});

describe('the schema', () => {
  const good = read('.github/workflows/ci.yml');
  it.each([
    ['a word that there is not', good.replace('runs-on:', 'run-on:')],
    ['a step without anything to do', good.replace('- run: npm run check', '- name: nothing')],
    ['a permission that there is not', good.replace('contents: read', 'contents: reads')],
    ['a value that is not there', good.replace('github.ref }}', 'nowhere.ref }}')],
  ])('would refuse %s', (_what, changed) => {
    expect(changed).not.toBe(good);
    expect(faultsOf('ci.yml', changed)).not.toEqual([]);
  });
});

it('the checks are all of: check, API on mongo:8, browser, image, CodeQL, dependency review', () => {
  const steps = stepsOf('.github/workflows/ci.yml');
  const done = steps.map(({ run, uses }) => run ?? uses?.split('@')[0]).join('\n');
  for (const each of [
    'npm run check',
    'mongo:8 --replSet',
    'npm run test:api',
    'npm run test:browser',
    'npm run image-check',
    'github/codeql-action/analyze',
    'actions/dependency-review-action',
  ])
    expect(done).toContain(each);
});

describe.each(readdirSync(join(root, '.github/ISSUE_TEMPLATE')))('the issue form %s', (name) => {
  it('has a name, a description and questions, each with an id of its own', () => {
    const form = parse(read(`.github/ISSUE_TEMPLATE/${name}`)) as {
      name: string;
      description: string;
      body: { type: string; id?: string; attributes: { label?: string; value?: string } }[];
    };
    expect([form.name, form.description]).toEqual([expect.any(String), expect.any(String)]);
    const kinds = ['markdown', 'textarea', 'input', 'dropdown', 'checkboxes'];
    for (const { type, attributes } of form.body) {
      expect(kinds).toContain(type);
      expect(type === 'markdown' ? attributes.value : attributes.label).toBeTruthy();
    }
    const ids = form.body.filter(({ type }) => type !== 'markdown').map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids).not.toContain(undefined);
  });
});

describe('a release', () => {
  const note = (...args: string[]) =>
    execFileSync(process.execPath, ['scripts/release-note.mjs', ...args], { cwd: root, encoding: 'utf8' });

  it('has a note of its version, and one of what an upgrade asks for', () => {
    expect(note()).toContain('### Upgrading');
    expect(note()).not.toMatch(/^## /m);
    expect(note('--upgrade')).not.toMatch(/^#/m);
    expect(note('--upgrade').trim()).not.toBe('');
  });

  it('has a changelog in the form of Keep a Changelog, the newest version first', () => {
    const headings = read('CHANGELOG.md')
      .split('\n')
      .filter((line) => /^##+ /.test(line));
    expect(headings[0]).toBe('## [Unreleased]');
    for (const heading of headings)
      expect(heading).toMatch(
        /^## \[(Unreleased|\d+\.\d+\.\d+)\]( - \d{4}-\d\d-\d\d)?$|^### (Added|Changed|Deprecated|Removed|Fixed|Security|Upgrading)$/,
      );
  });
});
