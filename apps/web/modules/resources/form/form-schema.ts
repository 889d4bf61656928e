import { type Field, inputSchema, limitKey, type Resource, type Values } from '@voltloop/resource-kit';
import { z } from 'zod';

interface Issue {
  code: string;
  path: readonly PropertyKey[];
  message: string;
  errors?: readonly (readonly Issue[])[];
}

/**
 * The server's insert schema as a form schema, with limits in the messages. The output is the form's content.
 * @param hidden Fields that may stay empty because their values are not shown, see `hiddenFields`.
 */
export function formSchema(resource: Resource, hidden: readonly string[] = []): z.ZodType<Values, Values> {
  const rule = inputSchema(resource);
  return z.any().superRefine((values: Values, ctx) => {
    const found = rule.safeParse(values);
    for (const issue of (found.error?.issues ?? []) as Issue[]) {
      const [name, , inner] = issue.path.map(String);
      if (name !== undefined && hidden.includes(name) && (values[name] ?? '') === '') continue;
      const field = resource.fields[name ?? ''];
      const at = field?.kind === 'lines' && inner ? field.of[inner] : field;
      ctx.addIssue({ code: 'custom', path: [...issue.path], message: wordsOf(plain(issue), at) });
    }
  }) as z.ZodType<Values, Values>;
}

/** The most specific issue of a union. */
function plain(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const all = (issue.errors ?? []).flat().map(plain);
  return all.find(({ message }) => message.startsWith('check.')) ?? all.at(-1) ?? issue;
}

/** The message as a key of the catalogues `fields` and `checks`. */
function wordsOf({ code, message }: Issue, field: Field | undefined): string {
  const limit = limitKey(code, field);
  if (limit !== undefined) return limit;
  if (/^[a-z]+\.\w/.test(message)) return message;
  // A missing inner field of a line.
  return code === 'invalid_type' ? 'resource.required' : `validation.${code}`;
}
