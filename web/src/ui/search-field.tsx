import { useEffect, useEffectEvent, useState } from 'react';
import { TextField } from './field.tsx';

type Props = {
  label: string;
  /** What is searched for now, as the address has it. */
  value: string;
  onSearch: (text: string) => void;
};

const PAUSE_MS = 250;

/** A text to search by: told when nothing was typed for a moment, so that not every letter is a question to the server. */
export function SearchField({ label, value, onSearch }: Props) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  // The address changed, and not by what was typed here.
  if (value !== known) {
    setKnown(value);
    if (value !== sent) {
      setTyped(value);
      setSent(value);
    }
  }
  const search = useEffectEvent(onSearch);
  useEffect(() => {
    if (typed === sent) return undefined;
    const timer = setTimeout(() => {
      setSent(typed);
      search(typed);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, sent]);
  return (
    <TextField
      type="search"
      label={label}
      maxLength={1000}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
