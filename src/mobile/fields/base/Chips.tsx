interface ChipsProps {
  label: string
  options: readonly { value: string; text: string }[]
  chosen: readonly string[]
  onChange(values: string[]): void
}

/** A few words to press. */
export const Chips = ({ label, options, chosen, onChange }: ChipsProps) => (
  <div className="vd-phrases" role="group" aria-label={label}>
    {options.map(({ value, text }) => (
      <button
        type="button"
        key={value}
        className="vd-chip"
        aria-pressed={chosen.includes(value)}
        onClick={() =>
          onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value])
        }
      >
        {text}
      </button>
    ))}
  </div>
)
