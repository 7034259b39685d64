/** The mails that answer a request to become a member. */
import type { Mail } from '../../../platform/mailer.ts';
import { mailOf } from '../../../platform/mail-layout.ts';

type Named = { firstNm: string; lastNm: string };

/** `page` is the address of the sign-up page. */
export function acceptedMail(
  to: string,
  { firstNm, memberId, organizationName }: Named & { memberId: string; organizationName: string },
  page: string,
): Mail {
  return mailOf(to, {
    title: `You are a member of ${organizationName}`,
    paragraphs: [
      `${firstNm}, the office has read your request and added you to the members of ${organizationName}.`,
      `Your member number is ${memberId}. Sign up, and you see what you are covered for and what is due:`,
    ],
    action: { label: 'Sign up', url: page },
    closing: ['If you did not ask for this, please tell the office.'],
  });
}

/** `reason` is the text of the office. */
export function dismissedMail(
  to: string,
  { firstNm, organizationName }: Named & { organizationName: string | null },
  reason: string,
): Mail {
  const where = organizationName ? ` of ${organizationName}` : '';
  return mailOf(to, {
    title: 'About your request to become a member',
    paragraphs: [
      `${firstNm}, the office has read your request to become a member${where}, and has not added you.`,
      `They write: ${reason}`,
    ],
    closing: ['If something is not clear, please ask the office.'],
  });
}
