import { keyWith } from '@voltloop/domain/checks/check.ts';
import { type Field, inputSchema, type Resource, type Values } from '@voltloop/resource-kit';
import { z } from 'zod';

interface Issue {
  code: string;
  path: readonly PropertyKey[];
  message: string;
  errors?: readonly (readonly Issue[])[];
}

/**
 * The rule of an insert for a form: the same that the server runs, with the numbers of a limit in its words. What comes
 * out is the content of the form.
 * @param hidden Fields that may stay empty because their values are not shown, see `hiddenFields`.
 */
export function formSchema(resource: Resource, hidden: readonly string[] = []): z.ZodType<Values, Values> {
  const rule = inputSchema(resource);
  return z.any().superRefine((values: Values, ctx) => {
    const found = rule.safeParse(values);
    for (const issue of (found.error?.issues ?? []) as unknown as Issue[]) {
      const [name, , inner] = issue.path.map(String);
      if (name !== undefined && hidden.includes(name) && (values[name] ?? '') === '') continue;
      const field = resource.fields[name ?? ''];
      const at = field?.kind === 'lines' && inner ? field.of[inner] : field;
      ctx.addIssue({ code: 'custom', path: [...issue.path], message: wordsOf(plain(issue), at) });
    }
  }) as unknown as z.ZodType<Values, Values>;
}

/** Of the ways that a value could have been right, the one that says most about it. */
function plain(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const all = (issue.errors ?? []).flat().map(plain);
  return all.find(({ message }) => message.startsWith('check.')) ?? all.at(-1) ?? issue;
}

/** A key of the catalogues `fields` and `checks`. */
function wordsOf({ code, message }: Issue, field: Field | undefined): string {
  if (/^[a-z]+\.\w/.test(message)) return message;
  if (code === 'too_big' && field?.kind === 'text') return keyWith('check.maxLength', { max: field.max });
  if (
    (code === 'too_big' || code === 'too_small') &&
    (field?.kind === 'decimal' || field?.kind === 'integer')
  )
    return keyWith('check.range', { min: field.min ?? 0, max: field.max });
  // An inner field of a line that is not there says no more than that.
  return code === 'invalid_type' ? 'resource.required' : `validation.${code}`;
}
