import { cents } from '@kinfold/domain/money';
import { countOf, pluralOf } from '@kinfold/domain/text';
import { money } from '../../lib/format.ts';

/** Returns the outcome of the statements of a year: who got theirs how, and both sums. */
export function statementsOutcome(report: Readonly<Record<string, number>>): string {
  const { mailed = 0, unchanged = 0, printed = 0, quiet = 0, deceased = 0 } = report;
  const { onStatements = 0, byOthers = 0, ledger = 0 } = report;
  const left = quiet + deceased;
  const texts = [
    countOf(mailed, 'statement was mailed', 'statements were mailed'),
    unchanged > 0 && pluralOf(unchanged, '# had the same one before', '# had the same ones before'),
    printed > 0 && pluralOf(printed, '# is to be printed', '# are to be printed'),
    left > 0 && pluralOf(left, '# is left to you', '# are left to you'),
  ];
  const sums = `The statements have ${money(cents(onStatements))}; ${money(cents(byOthers))} came from others; the books have ${money(cents(ledger))}.`;
  const differs = onStatements + byOthers - ledger;
  const note = differs === 0 ? '' : ` They differ by ${money(cents(differs))}: run the check of the books.`;
  return `${texts.filter(Boolean).join('; ')}. ${sums}${note}`;
}
