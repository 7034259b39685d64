// globalSetup of vitest's project `api`: what tests run as a process is built like for `npm start`.
const { buildApi } = (await import('../../../scripts/lib/build.mjs' as string)) as {
  buildApi(): Promise<unknown>;
};

export async function setup(): Promise<void> {
  await buildApi();
}
