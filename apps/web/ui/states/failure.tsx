import { Text, type TextProps } from '@mantine/core';

export interface FailureProps {
  /** The error text; empty without an error. */
  text: string;
  mt?: TextProps['mt'];
}

/** The error of a submit, above the buttons; the live region always exists, so that the text is announced. */
export function Failure({ text, mt }: FailureProps) {
  return (
    <div role="alert">
      {text && (
        <Text size="sm" mt={mt} c="var(--vl-danger-ink)">
          {text}
        </Text>
      )}
    </div>
  );
}
