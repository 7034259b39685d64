import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import Button from 'react-bootstrap/Button';
import { useFieldArray, useFormContext, type Control } from 'react-hook-form';
import { ErrorLine } from '../../ui/error-line.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Fields } from './campaign-values.ts';

type Name = 'priceRules' | 'ageLimits' | 'benefits';

/** The rules of a field in their order, each a sentence with buttons; a dialog edits one or adds a new one. */
export function RuleList<Rule extends Fields[Name][number]>({
  name,
  sentenceOf,
  addLabel,
  isOrdered = false,
  children,
}: {
  name: Name;
  sentenceOf: (rule: Rule) => string;
  addLabel: string;
  /** The first matching rule wins, so rules can be moved. */
  isOrdered?: boolean;
  /** The dialog for a rule; undefined for a new one. */
  children: (dialog: {
    rule: Rule | undefined;
    onClose: () => void;
    onSave: (rule: Rule) => void;
  }) => ReactNode;
}) {
  const { control, getFieldState, formState } = useFormContext<Fields>();
  // For TypeScript the elements of the three lists have one type.
  const list = useFieldArray({
    control: control as unknown as Control<{ rules: Fields[Name] }>,
    name: name as unknown as 'rules',
  });
  const rules = list.fields as readonly (Rule & { id: string })[];
  const error = getFieldState(name, formState).error;
  const [edited, setEdited] = useState<number>();
  const [said, setSaid] = useState('');
  const close = () => setEdited(undefined);
  const move = (from: number, to: number) => {
    list.move(from, to);
    setSaid(`Moved to place ${to + 1} of ${rules.length}.`);
  };
  return (
    <div className="rule-list">
      {rules.length > 0 && (
        <ol className={isOrdered ? undefined : 'plain-list'}>
          {rules.map((rule, index) => {
            const sentence = sentenceOf(rule);
            const of = <span className="visually-hidden">{sentence}</span>;
            return (
              <li key={rule.id}>
                <div className="d-flex flex-wrap align-items-baseline justify-content-between column-gap-4">
                  <span className="rule-sentence">{sentence}</span>
                  <span className="rule-buttons d-flex flex-wrap column-gap-1">
                    {isOrdered && (
                      <>
                        <Button variant="link" disabled={index === 0} onClick={() => move(index, index - 1)}>
                          Up {of}
                        </Button>
                        <Button
                          variant="link"
                          disabled={index === rules.length - 1}
                          onClick={() => move(index, index + 1)}
                        >
                          Down {of}
                        </Button>
                      </>
                    )}
                    <Button variant="link" onClick={() => setEdited(index)}>
                      Change {of}
                    </Button>
                    <Button
                      variant="link"
                      onClick={() => {
                        list.remove(index);
                        setSaid(`Removed: ${sentence}`);
                      }}
                    >
                      Remove {of}
                    </Button>
                  </span>
                </div>
              </li>
            );
          })}
        </ol>
      )}
      {error && <ErrorLine>{error.message}</ErrorLine>}
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <Button variant="outline-primary" onClick={() => setEdited(rules.length)}>
        <Icon name="plus" /> {addLabel}
      </Button>
      {edited !== undefined &&
        // The dialog has a form of its own, and forms cannot be nested.
        createPortal(
          <div className="staff">
            {children({
              rule: rules[edited],
              onClose: close,
              onSave: (rule) => {
                if (rules[edited]) list.update(edited, rule);
                else list.append(rule);
                setSaid('');
                close();
              },
            })}
          </div>,
          document.body,
        )}
    </div>
  );
}
