/** A field whose text is told once nobody has typed for a moment, so that not each letter asks the server. */
import { type ChangeEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';

const waitMs = 250;

/** `value`: what was told last, here or elsewhere. While somebody writes, the field shows what they write. */
export function useTyped(value: string, tell: (value: string) => void) {
  const [text, setText] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const tellNow = (written: string) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (written.trim() !== value) tell(written.trim());
  };
  return {
    value: text ?? value,
    onFocus: () => setText(value),
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      const written = currentTarget.value;
      setText(written);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => tellNow(written), waitMs);
    },
    onBlur: () => {
      if (timer.current !== undefined && text !== undefined) tellNow(text);
      setText(undefined);
    },
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Enter' && text !== undefined) tellNow(text);
    },
  };
}
