// globalSetup of vitest's project `api`: builds the programs that tests run as processes, as `npm start` does.
const { buildApi } = (await import('../../../scripts/lib/build.mjs' as string)) as {
  buildApi(): Promise<unknown>;
};

export async function setup(): Promise<void> {
  await buildApi();
}
