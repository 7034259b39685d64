import { randomBytes } from 'node:crypto';

/** Faults of API requests. */
export type RequestFaultKind =
  | '429'
  | '500'
  | 'hang'
  | 'hang-after-applying'
  | 'refuse'
  | 'reset-after-applying'
  | 'slow';

/** Faults of webhook deliveries. */
export type WebhookFaultKind =
  | 'webhook-before-reply'
  | 'webhook-delay'
  | 'webhook-drop'
  | 'webhook-duplicate'
  | 'webhook-forged'
  | 'webhook-shuffle';

export type FaultKind = RequestFaultKind | WebhookFaultKind;

const KINDS: readonly FaultKind[] = [
  '429',
  '500',
  'hang',
  'hang-after-applying',
  'refuse',
  'reset-after-applying',
  'slow',
  'webhook-before-reply',
  'webhook-delay',
  'webhook-drop',
  'webhook-duplicate',
  'webhook-forged',
  'webhook-shuffle',
];

/** Which requests or events a fault matches; missing properties match everything. */
export type FaultMatch = {
  method?: string;
  // `*` matches one path segment and `**` the rest: `/v1/payment_intents/*/confirm`.
  path?: string;
  /** Event type, for webhook faults; `*` as in `charge.*`. */
  event?: string;
  /** Metadata that the request, or its intent or charge, must have. */
  metadata?: Record<string, string>;
};

export type FaultOptions = {
  kind: FaultKind;
  match?: FaultMatch;
  /** How many requests or events it affects; default 1, 'always' until removed. */
  times?: number | 'always';
  /** The duration of `slow`, `hang…` and `webhook-delay` and the maximum of `webhook-shuffle`, in ms. */
  ms?: number;
  /** How many times `webhook-duplicate` delivers; default 2. */
  copies?: number;
};

export type Fault = {
  readonly id: string;
  /** How many requests or events it has affected. */
  hits: number;
} & FaultOptions;

export type Faults = {
  /** Throws a TypeError when the fault is malformed. */
  add(options: FaultOptions): Fault;
  remove(id: string): boolean;
  clear(): void;
  list(): readonly Fault[];
};

type FaultTarget = {
  method?: string;
  path?: string;
  event?: string;
  metadata: Record<string, string>;
};

/** Faults in the order in which they were added; used ones stay in the list, with their hits. */
export class FaultList implements Faults {
  #faults: Fault[] = [];

  add(options: FaultOptions): Fault {
    const fault: Fault = { ...checkFault(options), id: `fault_${randomBytes(6).toString('hex')}`, hits: 0 };
    this.#faults.push(fault);
    return fault;
  }

  remove(id: string): boolean {
    const before = this.#faults.length;
    this.#faults = this.#faults.filter((fault) => fault.id !== id);
    return this.#faults.length < before;
  }

  clear(): void {
    this.#faults = [];
  }

  list(): readonly Fault[] {
    return this.#faults;
  }

  /** The first fault that matches the request; counts a hit. */
  takeRequest(target: FaultTarget): (Fault & { kind: RequestFaultKind }) | undefined {
    const fault = this.#faults.find((each) => !each.kind.startsWith('webhook-') && meets(each, target));
    if (fault) fault.hits += 1;
    return fault as (Fault & { kind: RequestFaultKind }) | undefined;
  }

  /** All faults that match the event, which may be combined (duplicated and shuffled); counts hits. */
  takeWebhook(target: FaultTarget): Fault[] {
    const faults = this.#faults.filter((each) => each.kind.startsWith('webhook-') && meets(each, target));
    for (const fault of faults) fault.hits += 1;
    return faults;
  }
}

function meets({ match = {}, times = 1, hits }: Fault, target: FaultTarget): boolean {
  if (times !== 'always' && hits >= times) return false;
  if (match.method !== undefined && match.method.toUpperCase() !== target.method) return false;
  if (match.path !== undefined && !pattern(match.path, '[^/]+').test(target.path ?? '')) return false;
  if (match.event !== undefined && !pattern(match.event, '.+').test(target.event ?? '')) return false;
  return Object.entries(match.metadata ?? {}).every(([name, value]) => target.metadata[name] === value);
}

function pattern(glob: string, star: string): RegExp {
  const source = glob
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? star : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')))
    .join('');
  return new RegExp(`^${source}$`);
}

/** Validates options, which may come from an HTTP request. Throws TypeError. */
function checkFault(options: FaultOptions): FaultOptions {
  const { kind, match, times, ms, copies } = options;
  if (!KINDS.includes(kind)) throw new TypeError(`kind must be one of ${KINDS.join(', ')}`);
  for (const [name, value] of Object.entries({ ms, copies, times: times === 'always' ? 1 : times })) {
    if (value !== undefined && !(Number.isInteger(value) && value >= 0)) {
      throw new TypeError(`${name} must be a whole number`);
    }
  }
  if (match !== undefined && (typeof match !== 'object' || match === null)) {
    throw new TypeError('match must be an object');
  }
  for (const [name, value] of Object.entries(match ?? {})) {
    const isRight =
      name === 'metadata'
        ? typeof value === 'object' && value !== null
        : ['event', 'method', 'path'].includes(name) && typeof value === 'string';
    if (!isRight) throw new TypeError(`match.${name} is not known or has the wrong type`);
  }
  return {
    kind,
    ...(match && { match }),
    ...(times !== undefined && { times }),
    ...(ms !== undefined && { ms }),
    ...(copies !== undefined && { copies }),
  };
}
