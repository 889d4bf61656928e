import { Text, type TextProps } from '@mantine/core';

export interface FailureProps {
  /** What went wrong, in the reader's words; empty while nothing did. */
  text: string;
  mt?: TextProps['mt'];
}

/** What went wrong with what was just tried, above the buttons; its region is always there, so that it is read out when it comes. */
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
