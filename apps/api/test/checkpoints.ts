/**
 * What a test makes happen between two steps of a charge. Each crash and each action happens once, at the first
 * checkpoint of its name; give `checkpoint` to `startApi`.
 */
export function testCheckpoints() {
  let crashName: string | null = null;
  let waiting: { name: string; action: () => Promise<unknown> } | null = null;
  let crashes = 0;
  return {
    /**
     * Lets the handler fail there. Every step keeps its state in the database alone, so this leaves what a process
     * leaves that is killed there.
     */
    crashAt(name: string): void {
      crashName = name;
    },
    /** Runs something while the handler waits there. */
    runAt(name: string, action: () => Promise<unknown>): void {
      waiting = { name, action };
    },
    /** Forgets what has not happened yet. */
    reset(): void {
      crashName = null;
      waiting = null;
    },
    /** Whether an action is still to be run. */
    isWaiting: (): boolean => waiting !== null,
    /** How many crashes there were. */
    crashCount: (): number => crashes,
    async checkpoint(name: string): Promise<void> {
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
