import type { DatabaseChoice, DatabaseKind, SearchContext, ServerProgram } from './choice.ts';
import { containerMongod } from './container.ts';
import { downloadedMongod } from './memory-server.ts';
import { installedMongod } from './mongod.ts';
import { nativeSecantus } from './secantus-native.ts';
import { secantusWheel } from './secantus-wheel.ts';

/** The servers that can be started here, in the order of preference; MONGODB_URI has precedence over all. */
export const databaseChoices: readonly DatabaseChoice[] = [
  installedMongod,
  downloadedMongod,
  containerMongod,
  nativeSecantus,
  secantusWheel,
];

export class NoDatabaseError extends Error {}

/** The first choice that works, with downloads or installations where needed. Throws NoDatabaseError. */
export async function findDatabase(
  context: SearchContext,
  kinds?: readonly DatabaseKind[],
): Promise<{ kind: DatabaseKind; program: ServerProgram }> {
  const reasons: string[] = [];
  for (const choice of databaseChoices) {
    if (kinds && !kinds.includes(choice.kind)) continue;
    const result = await choice.prepare(context);
    if (!('reason' in result)) return { kind: choice.kind, program: result };
    reasons.push(`  - ${choice.advice}: now ${result.reason}`);
  }
  throw new NoDatabaseError(
    [
      'No database can be started here. Any one of these helps:',
      '  - set MONGODB_URI',
      ...reasons,
      '  - run everything in containers instead: docker compose up',
    ].join('\n'),
  );
}
