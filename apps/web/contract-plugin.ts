import type { Plugin } from 'vite';

const TEXT = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/.source;
const SUMMARY = new RegExp(`^[ \\t]*summary:\\s*(?:${TEXT})(?:\\s*\\+\\s*(?:${TEXT}))*,\\n`, 'gm');

/** Of a declared list, from which a call takes the values of its parameters. */
const LIST_IMPORT = /^import \{ (\w+) \} from '\.\.\/lists\/[\w-]+\.list\.ts';\n/gm;

/** What the console never reads of a call at run time: it sends what its types allow, and trusts what the server answers. */
const UNREAD: ReadonlySet<string> = new Set(['query', 'reply']);

interface Node {
  type: string;
  start: number;
  end: number;
  [property: string]: unknown;
}

/**
 * Leaves out what the console never reads of the contract: the summaries of calls, which only the reference of the API
 * shows, the schemas of their parameters and replies, and calls that nothing imports, which no bundler drops without the
 * mark.
 */
export function contractForConsole(): Plugin {
  return {
    name: 'voltloop-contract-for-console',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /packages[\\/](contract|resource-kit)[\\/].*\.ts$/, code: /\bsummary:/ },
      handler(code) {
        const rest = code.replace(SUMMARY, '');
        if (/^[ \t]*summary:\s*['"`]/m.test(rest))
          this.error('A summary is written in another way: change contract-plugin.ts');
        const program = this.parse(rest, { lang: 'ts' }) as unknown as { body: Node[] };
        const unread = program.body.flatMap(unreadOf).toSorted((a, b) => b.start - a.start);
        let short = rest;
        for (const { start, end } of unread)
          short = short.slice(0, start) + short.slice(end).replace(/^\s*,/, '');
        // An import that is not used any more would still be bundled with the calls.
        short = short.replace(LIST_IMPORT, (whole, name: string) =>
          short.split(new RegExp(`\\b${name}\\b`)).length > 2 ? whole : '',
        );
        return { code: short.replaceAll('= route(', '= /* @__PURE__ */ route('), map: null };
      },
    },
  };
}

/** The properties of the calls that a statement declares which nobody reads. */
function unreadOf(statement: Node): Node[] {
  const declaration = (statement.declaration ?? statement) as Node;
  if (declaration.type !== 'VariableDeclaration') return [];
  return (declaration.declarations as { init: Node | null }[]).flatMap(({ init }) => {
    if (init?.type !== 'CallExpression' || (init.callee as Node).name !== 'route') return [];
    const [call] = init.arguments as Node[];
    if (call?.type !== 'ObjectExpression') return [];
    return (call.properties as Node[]).filter(
      ({ key }) => key !== undefined && UNREAD.has(String((key as Node).name)),
    );
  });
}
