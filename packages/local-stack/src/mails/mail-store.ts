import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export type CaughtMail = {
  id: number;
  /** The recipients of the envelope, separated by ', '. */
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
  /** The distinct addresses of the mail's links, in order. */
  links: string[];
  /** UTC, ISO 8601. */
  createdDt: string;
};

/** How many mails are kept; the oldest are removed first. */
const limit = 500;

function load(file: string): CaughtMail[] {
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as CaughtMail];
    } catch {
      // An empty line, or one that was cut off by a kill.
      return [];
    }
  });
}

/** The caught mails, newest first, in memory and optionally in a file with one JSON document per line. */
export class MailStore {
  readonly #file: string | null;
  #mails: CaughtMail[];
  #linesInFile = 0;

  constructor(file: string | null) {
    this.#file = file;
    this.#mails = file ? load(file).slice(-limit).toReversed() : [];
    this.#rewrite();
  }

  /** All mails, or those to one address (ignoring case), newest first. */
  list(to?: string): readonly CaughtMail[] {
    const wanted = to?.trim().toLowerCase();
    if (!wanted) return this.#mails;
    return this.#mails.filter((mail) => mail.to.toLowerCase().split(', ').includes(wanted));
  }

  find(id: number): CaughtMail | undefined {
    return this.#mails.find((mail) => mail.id === id);
  }

  add(mail: Omit<CaughtMail, 'id'>): void {
    const kept: CaughtMail = { id: (this.#mails[0]?.id ?? 0) + 1, ...mail };
    this.#mails = [kept, ...this.#mails].slice(0, limit);
    if (!this.#file) return;
    appendFileSync(this.#file, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
    this.#linesInFile += 1;
    if (this.#linesInFile > 2 * limit) this.#rewrite();
  }

  clear(): void {
    this.#mails = [];
    this.#rewrite();
  }

  #rewrite(): void {
    if (!this.#file) return;
    mkdirSync(dirname(this.#file), { recursive: true });
    const lines = this.#mails.toReversed().map((mail) => `${JSON.stringify(mail)}\n`);
    writeFileSync(`${this.#file}.new`, lines.join(''), { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
    this.#linesInFile = lines.length;
  }
}
