/** Jobs that wait in lanes, one for each address or browser; each lane in turn gives one. */

/** A lane may hold so few that nobody fills the queue alone. */
export const MAX_WAITING_PER_LANE = 8;

export type FairQueue<Job> = {
  /** Puts a job at the end of its lane; false when the lane or the whole queue is full. No lane: only the latter. */
  push(job: Job, lane: string | undefined): boolean;
  /** The next job: the lanes in turn, within a lane the oldest. */
  take(): Job | undefined;
};

/** A queue of at most `maxWaiting` jobs. */
export function createFairQueue<Job>(maxWaiting: number): FairQueue<Job> {
  /** The next lane comes first. */
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
