import { Checkbox } from './checkbox.tsx';

/** A choice of several items of a list; `value` are the keys of the chosen ones. */
export function CheckList({
  legend,
  choices,
  value,
  onChange,
}: {
  legend: string;
  choices: readonly { key: string; label: string }[];
  value: readonly string[];
  onChange: (value: string[]) => void;
}) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {choices.map(({ key, label }) => (
        <Checkbox
          key={key}
          label={label}
          checked={value.includes(key)}
          onChange={({ target }) =>
            onChange([...value.filter((one) => one !== key), ...(target.checked ? [key] : [])])
          }
        />
      ))}
    </fieldset>
  );
}
