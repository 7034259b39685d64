export { createSandbox, startSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts';
export type { Fault, FaultKind, FaultMatch, FaultOptions, Faults } from './faults.ts';
export type { Journal, JournalEntry, PaymentSums } from './journal.ts';
export { signPayload, type Delivery, type Webhooks } from './webhooks.ts';
