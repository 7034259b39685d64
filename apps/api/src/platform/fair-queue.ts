/** A fair queue: one lane (FIFO) for each address or browser, served round-robin. */

/** Maximum of waiting jobs in one lane: one client alone cannot fill the queue. */
export const MAX_WAITING_PER_LANE = 8;

export type FairQueue<Job> = {
  /**
   * Appends a job to its lane; returns false when the lane or the queue is full. Jobs without a lane have the second
   * limit only.
   */
  push(job: Job, lane: string | undefined): boolean;
  /** Removes the next job: the oldest of the next lane in turn. */
  take(): Job | undefined;
};

/** A queue of at most `maxWaiting` jobs. */
export function createFairQueue<Job>(maxWaiting: number): FairQueue<Job> {
  /** Insertion order is the order of turns. */
  const lanes = new Map<string | undefined, Job[]>();
  let waiting = 0;
  return {
    push(job, lane) {
      const jobs = lanes.get(lane) ?? [];
      if (waiting >= maxWaiting || (lane !== undefined && jobs.length >= MAX_WAITING_PER_LANE)) return false;
      lanes.set(lane, jobs);
      waiting += 1;
      jobs.push(job);
      return true;
    },
    take() {
      const [lane, jobs] = lanes.entries().next().value ?? [];
      const job = jobs?.shift();
      if (!jobs || job === undefined) return undefined;
      waiting -= 1;
      lanes.delete(lane);
      if (jobs.length) lanes.set(lane, jobs);
      return job;
    },
  };
}
