import type { ReactNode } from 'react';

export type AnswerTone = 'ok' | 'due' | 'warn';

/** The answer of a page: one sentence in large type (`answer-sentence`), followed by one action. */
export function AnswerCard({
  label,
  tone,
  children,
}: {
  label: string;
  tone?: AnswerTone | undefined;
  children: ReactNode;
}) {
  return (
    <section className={tone ? `answer answer-${tone}` : 'answer'} aria-label={label}>
      {children}
    </section>
  );
}
