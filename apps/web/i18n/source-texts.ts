import { parseAst } from 'vite';

/** A syntax node as in ESTree; only its kind is typed. */
interface Node {
  type: string;
  [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Calls `visit` with every node below and including `root`, parents first. */
function walk(root: unknown, visit: (node: Node) => void): void {
  if (!isNode(root)) return;
  visit(root);
  for (const value of Object.values(root))
    for (const each of Array.isArray(value) ? value : [value]) walk(each, visit);
}

export interface SourceTexts {
  /** Strings and templates without placeholders. */
  literals: string[];
  /** Templates: the text between their placeholders, first and last included. */
  templates: string[][];
  /** Literal user-facing texts: text between tags, and textual attributes. */
  shown: string[];
}

/** Attributes that are read out or shown. */
const TEXT_ATTRIBUTES = new Set([
  'label',
  'title',
  'placeholder',
  'description',
  'alt',
  'error',
  'text',
  'submitLabel',
  'confirmLabel',
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'aria-roledescription',
  'aria-placeholder',
]);

/** All texts of one source file of TypeScript, with or without JSX. */
export function textsOf(source: string, lang: 'ts' | 'tsx'): SourceTexts {
  const found: SourceTexts = { literals: [], templates: [], shown: [] };
  walk(parseAst(source, { lang }), (node) => {
    if (node.type === 'Literal' && typeof node.value === 'string') found.literals.push(node.value);
    if (node.type === 'TemplateLiteral') {
      const parts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
      if (parts.length === 1) found.literals.push(parts[0] as string);
      else found.templates.push(parts);
    }
    if (node.type === 'JSXAttribute' && TEXT_ATTRIBUTES.has((node.name as { name?: string }).name ?? ''))
      found.shown.push(...fixedTexts(node.value));
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      for (const child of node.children as Node[]) found.shown.push(...fixedTexts(child));
  });
  return found;
}

/** The literal texts that an expression can evaluate to: itself, or the branches of a condition. */
function fixedTexts(value: unknown): string[] {
  if (!isNode(value)) return [];
  if (value.type === 'Literal') return typeof value.value === 'string' ? [value.value] : [];
  if (value.type === 'JSXText') return [value.value as string];
  if (value.type === 'JSXExpressionContainer') return fixedTexts(value.expression);
  if (value.type === 'ConditionalExpression')
    return [...fixedTexts(value.consequent), ...fixedTexts(value.alternate)];
  if (value.type === 'LogicalExpression') return [...fixedTexts(value.left), ...fixedTexts(value.right)];
  if (value.type === 'TemplateLiteral')
    return (value.quasis as { value: { cooked: string } }[]).map((part) => part.value.cooked);
  return [];
}

/**
 * The keys of all problems that the rules of one resource can raise, as patterns. Rules use literal keys, or a helper in
 * any of the resource's files that prefixes its argument: `problemOf('bom')`, or
 * `const problem = (field, key, message) => ({ field, key: `rule.bom.${key}`, message })`.
 */
export function problemKeys(sources: readonly string[]): RegExp[] {
  const keys = new Set<string>();
  const helpers = new Map<string, { prefix: string; place: number }>();
  const programs = sources.map((source) => parseAst(source, { lang: 'ts' }));
  const everywhere = (visit: (node: Node) => void) => {
    for (const program of programs) walk(program, visit);
  };
  const literal = (text: string) => RegExp.escape(text.replace(/\?.*$/s, ''));
  everywhere((node) => {
    const { id, init } = node as { id?: Node; init?: Node };
    const [group] = (init?.arguments as Node[] | undefined) ?? [];
    if (id && (init?.callee as Node | undefined)?.name === 'problemOf' && group?.type === 'Literal')
      helpers.set(String(id.name), { prefix: `rule.${group.value}.`, place: 1 });
    const made = node.type === 'FunctionDeclaration' ? node : init;
    const params = (made?.params as Node[] | undefined)?.map((each) => each.name);
    if (made && params && id)
      walk(made, (each) => {
        const [variable] = (each.expressions as Node[] | undefined) ?? [];
        const prefix =
          each.type === 'TemplateLiteral' ? (each.quasis as { value: { cooked: string } }[])[0] : undefined;
        const place = params.indexOf(variable?.name);
        if (prefix?.value.cooked.startsWith('rule.') && place >= 0)
          helpers.set(String(id.name), { prefix: prefix.value.cooked, place });
      });
  });
  everywhere((node) => {
    if (node.type === 'Literal' && String(node.value).startsWith('rule.'))
      keys.add(literal(String(node.value)));
    if (node.type === 'TemplateLiteral') {
      const parts = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
      const first = parts[0] as string;
      const known = [...helpers.values()].some(({ prefix }) => prefix === first);
      // A placeholder at the end matches any key below its prefix; the arguments of a helper are found at its calls.
      if (first.startsWith('rule.') && !known)
        keys.add(first.includes('?') ? literal(first) : `${RegExp.escape(first)}.+`);
    }
  });
  everywhere((node) => {
    const helper = node.type === 'CallExpression' && helpers.get(String((node.callee as Node).name));
    if (!helper) return;
    const given = (node.arguments as Node[])[helper.place];
    if (isNode(given) && given.type === 'TemplateLiteral') {
      const parts = (given.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);
      const end = parts.findIndex((part) => part.includes('?'));
      const fixed = (end < 0 ? parts : parts.slice(0, end + 1)).map((part) => literal(part));
      keys.add(literal(helper.prefix) + fixed.join('.+'));
      return;
    }
    for (const key of fixedTexts(given)) keys.add(literal(helper.prefix + key));
  });
  return [...keys].map((key) => new RegExp(`^${key}$`));
}
