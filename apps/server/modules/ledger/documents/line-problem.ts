/** An error that prevents posting a line, at one of its fields. */
export interface LineProblem {
  field: string;
  key: string;
  message: string;
  /** The battery whose last move prevents this one: the error names its author. */
  movedBy?: string;
}

export const problem = (field: string, key: string, message: string): LineProblem => ({
  field,
  key: `rule.document.${key}`,
  message,
});
