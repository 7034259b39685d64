/** Dues by recipient: one payment goes to one account (docs/decisions/022). Amounts are integer cents. */
import { firstToPay, groupByRecipient } from '@kinfold/domain/connected-account';
import type { Recipient } from '@kinfold/domain/recipient';
import type { Donation } from '@kinfold/domain/donation';
import type { LinkedAccount } from '@kinfold/domain/member';
import { ZERO, type Cents } from '@kinfold/domain/money';
import { paths } from '../../paths.ts';
import { openDues } from './payment-lines.ts';

/** The amount due to one recipient, and a linked account that owes it if the payee does not. */
export type DueTo = { recipient: Recipient; balance: Cents; isOwn: boolean; payeeId: string | undefined };

type LinkedDue = { account: LinkedAccount; recipient: Recipient | undefined; balance: Cents };

function linkedDues(accounts: readonly LinkedAccount[]): LinkedDue[] {
  return accounts.flatMap((account): LinkedDue[] => {
    const { dueTo: named, outstandingBalance: balance } = account;
    if (named) return named.map((due) => ({ account, recipient: due, balance: due.balance }));
    return balance > 0 ? [{ account, recipient: undefined, balance }] : [];
  });
}

/** Returns all dues of a payee and linked accounts by recipient, those of the payee first. */
export function dueTo(dues: readonly Donation[], accounts: readonly LinkedAccount[]): DueTo[] {
  const own = openDues(dues).map((due) => ({
    account: undefined,
    recipient: due.recipient,
    balance: due.payableBalance,
  }));
  const groups = groupByRecipient([...own, ...linkedDues(accounts)], ({ recipient, balance }) => ({
    recipient,
    balance,
  }));
  return groups.map(({ recipient, balance, dues: parts }) => ({
    recipient,
    balance,
    isOwn: parts.some(({ account }) => !account),
    payeeId: parts.find(({ account }) => account)?.account?.primary_member_id,
  }));
}

/** Returns the recipient that a page pays: the one named by its address, or the first that can be paid. */
export function chosenOf(all: readonly DueTo[], key: string | null): DueTo | undefined {
  const own = all.filter(({ isOwn }) => isOwn);
  const groups = (own.length ? own : all).map((due) => ({ ...due, dues: [due] }));
  return all.find(({ recipient }) => recipient.key === key) ?? firstToPay(groups)?.dues[0];
}

/** Returns what a linked account owes to one recipient, and the recipients of the rest. */
export function owedTo(
  account: LinkedAccount,
  key: string | undefined,
): { balance: Cents; others: string[] } {
  const all = linkedDues([account]);
  const isTheirs = ({ recipient }: LinkedDue) => key === undefined || (recipient?.key ?? '') === key;
  return {
    balance: all.find(isTheirs)?.balance ?? ZERO,
    others: all.filter((due) => !isTheirs(due)).map(({ recipient }) => recipient?.name ?? ''),
  };
}

/** The donate page for the dues to one recipient. */
export function donateToHref({ recipient, isOwn, payeeId }: DueTo, ownPayee?: string): string {
  return paths.donate.href({ payee: isOwn ? ownPayee : payeeId, to: recipient.key });
}
