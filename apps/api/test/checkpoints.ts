/**
 * Interrupts a charge between two steps. Each crash and each action happens once, at the first checkpoint with its name;
 * pass `checkpoint` to `startApi`.
 */
export function testCheckpoints() {
  let crashName: string | null = null;
  let waiting: { name: string; action: () => Promise<unknown> } | null = null;
  let crashes = 0;
  const passed = new Set<string>();
  return {
    /**
     * Makes the handler fail there. Every step keeps its state in the database alone, so this has the effect of a process
     * that is killed there.
     */
    crashAt(name: string): void {
      crashName = name;
    },
    /** Runs an action while the handler waits there. */
    runAt(name: string, action: () => Promise<unknown>): void {
      waiting = { name, action };
    },
    /** Forgets what has not happened yet. */
    reset(): void {
      crashName = null;
      waiting = null;
      passed.clear();
    },
    /** The names of the checkpoints since the last reset, each where it came first. */
    passed: (): string[] => [...passed],
    /** Returns whether an action is still to be run. */
    isWaiting: (): boolean => waiting !== null,
    /** The number of crashes. */
    crashCount: (): number => crashes,
    async checkpoint(name: string): Promise<void> {
      passed.add(name);
      if (name === waiting?.name) {
        const { action } = waiting;
        waiting = null;
        await action();
      }
      if (name !== crashName) return;
      crashName = null;
      crashes += 1;
      throw new Error(`crashed at ${name}`);
    },
  };
}
