import { fittingRule, type PriceRule } from '@kinfold/domain/campaign-membership';
import type { FoundMember } from '@kinfold/domain/member';
import { sumCents, type Cents } from '@kinfold/domain/money';
import { fullName } from '@kinfold/domain/person-name';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ageText, date, money } from '../../lib/format.ts';
import { asProblem } from '../../lib/problem.ts';
import { MemberField } from '../../parts/member/member-field.tsx';
import { householdQuery } from '../../queries/households.ts';

/** What the household of a chosen member would pay at given prices: 'Miriam's household would pay $49.00'. */
export function HouseholdExample({
  organizationNumber,
  rules,
  defaultPrice,
}: {
  organizationNumber: string;
  rules: readonly PriceRule[];
  defaultPrice: Cents;
}) {
  const [text, setText] = useState('');
  const [member, setMember] = useState<FoundMember>();
  const household = useQuery({ ...householdQuery(member?.id ?? ''), enabled: member !== undefined });
  const people = (household.data?.members ?? [])
    .filter(({ isActive, deceasedDt }) => isActive !== false && !deceasedDt)
    .map(({ member_id, firstNm, age, relationship }) => ({
      ...{ member_id, firstNm, age },
      price: fittingRule(age, relationship, rules)?.price ?? defaultPrice,
      hasPlace: defaultPrice > 0 || !rules.length || fittingRule(age, relationship, rules) !== undefined,
    }));
  return (
    <div className="household-example vstack gap-2">
      <MemberField
        label="Try it with a household"
        organizationNumber={organizationNumber}
        text={text}
        onText={(typed) => {
          setText(typed);
          setMember(undefined);
        }}
        chosen={member ? `Born ${date(member.birthDt)}` : ''}
        onChoose={(found) => {
          setText(fullName(found));
          setMember(found);
        }}
        error={member && household.isError ? asProblem(household.error).detail : undefined}
        inputRef={null}
      />
      <div role="status">
        {member && household.data && (
          <>
            <p className="rule-sentence">
              {member.firstNm}’s household would pay{' '}
              <strong className="tabular">{money(sumCents(people.map(({ price }) => price)))}</strong>
            </p>
            <ul className="plain-list muted">
              {people.map(({ member_id, firstNm, age, price, hasPlace }) => (
                <li key={member_id}>
                  {firstNm}, {ageText(age)}: {hasPlace ? money(price) : 'no place in this fund'}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}
