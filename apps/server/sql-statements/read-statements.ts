import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type * as ESTree from '@oxc-project/types';
import { parseSync, Visitor } from 'oxc-parser';

/** Pure apart from reading the sources: the SQL statements that are written as templates, as PostgreSQL would get them. */

/** What a program expects of a result column. Null: anything. */
export type ExpectedType = 'number' | 'string' | 'boolean' | 'Date' | null;

export interface Statement {
  /** File and line. */
  place: string;
  /** With $1, $2 … for values: once with the first branch of each condition, once with the second. */
  texts: readonly [string, string];
  /** Whether it is run where it is written; otherwise it may be a part of another. */
  isRun: boolean;
  /** The properties that the code reads of a row; null when the statement names no row type. */
  row: ReadonlyMap<string, ExpectedType> | null;
}

type Node = ESTree.Node;
type Template = ESTree.TaggedTemplateExpression;

/** A name, and the part of the file where it has this meaning. */
interface Declared {
  from: number;
  to: number;
  /** Null for a parameter, and for a part of a value. */
  node: Node | null;
}

interface Source {
  file: string;
  code: string;
  /** Constants, functions and parameters of the file by name. */
  declared: Map<string, Declared[]>;
  types: Map<string, ESTree.TSInterfaceDeclaration | ESTree.TSTypeAliasDeclaration>;
  /** Imported name → file and its name there. */
  imported: Map<string, { file: string; name: string }>;
  templates: Template[];
}

const BEGINS = /^\s*(?:\/\*.*?\*\/\s*)?(?:select|insert|update|delete|merge|values|with)\b/i;

const RUNS = /^\s*\)?\s*\.(?:execute|stream)\b/;

/** The statements of `files`. A template that is no whole statement is part of one. */
export function readStatements(files: readonly string[], root: string): Statement[] {
  const sources = new Sources();
  return files.flatMap((file) => {
    const source = sources.get(file);
    return source.templates.flatMap((template) => {
      const write = (branch: Branch) =>
        new Writer(sources, branch).text({ source, given: new Map() }, template, 0);
      const texts = [write('consequent'), write('alternate')] as const;
      if (!BEGINS.test(texts[0])) return [];
      const line = source.code.slice(0, template.start).split('\n').length;
      const type = template.typeArguments?.params[0];
      return [
        {
          place: `${relative(root, file)}:${line}`,
          texts,
          isRun: RUNS.test(source.code.slice(template.end, template.end + 40)),
          row: type ? sources.rowOf(source, type) : null,
        },
      ];
    });
  });
}

class Sources {
  readonly #all = new Map<string, Source>();

  get(file: string): Source {
    let found = this.#all.get(file);
    if (!found) {
      found = readSource(file);
      this.#all.set(file, found);
    }
    return found;
  }

  /** The innermost declaration of `name` at a place of the file, followed through imports. */
  find(source: Source, name: string, at: number, depth = 0): { source: Source; node: Node } | null {
    const [own] = (source.declared.get(name) ?? [])
      .filter(({ from, to }) => from <= at && at < to)
      .sort((a, b) => a.to - a.from - (b.to - b.from));
    if (own) return own.node && { source, node: own.node };
    const from = source.imported.get(name);
    if (!from || depth > 5) return null;
    return this.find(this.get(from.file), from.name, 0, depth + 1);
  }

  /** The properties of a row type, or null when they are not all known here. */
  rowOf(source: Source, type: ESTree.TSType): Map<string, ExpectedType> | null {
    const row = new Map<string, ExpectedType>();
    return this.#collect(source, type, row, 0) ? row : null;
  }

  #collect(source: Source, type: Node, row: Map<string, ExpectedType>, depth: number): boolean {
    if (depth > 8) return false;
    if (type.type === 'TSTypeLiteral') return this.#members(type.members, row);
    if (type.type === 'TSIntersectionType')
      return type.types.every((each) => this.#collect(source, each, row, depth + 1));
    if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier' || type.typeArguments)
      return false;
    return this.#named(source, type.typeName.name, row, depth);
  }

  #named(source: Source, name: string, row: Map<string, ExpectedType>, depth: number): boolean {
    const found = source.types.get(name);
    if (!found) {
      const from = source.imported.get(name);
      return from !== undefined && depth < 8 && this.#named(this.get(from.file), from.name, row, depth + 1);
    }
    if (found.type === 'TSTypeAliasDeclaration')
      return this.#collect(source, found.typeAnnotation, row, depth + 1);
    const bases = found.extends.every(
      ({ expression, typeArguments }) =>
        expression.type === 'Identifier' &&
        !typeArguments &&
        this.#named(source, expression.name, row, depth + 1),
    );
    return bases && this.#members(found.body.body, row);
  }

  #members(members: readonly Node[], row: Map<string, ExpectedType>): boolean {
    for (const member of members) {
      if (member.type !== 'TSPropertySignature' || member.computed) return false;
      const { key } = member;
      const name =
        key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined;
      if (name === undefined) return false;
      if (member.optional) continue;
      row.set(name, expectedType(member.typeAnnotation?.typeAnnotation));
    }
    return true;
  }
}

const KEYWORDS: Readonly<Record<string, ExpectedType>> = {
  TSNumberKeyword: 'number',
  TSStringKeyword: 'string',
  TSBooleanKeyword: 'boolean',
};

/** The type of a property, without null. */
function expectedType(type: ESTree.TSType | undefined): ExpectedType {
  if (!type) return null;
  if (type.type === 'TSUnionType') {
    const kinds = new Set(
      type.types.flatMap((each) => (each.type === 'TSNullKeyword' ? [] : [expectedType(each)])),
    );
    return kinds.size === 1 ? ([...kinds][0] ?? null) : null;
  }
  if (type.type === 'TSLiteralType' && type.literal.type === 'Literal') {
    const kind = typeof type.literal.value;
    return kind === 'number' || kind === 'string' || kind === 'boolean' ? kind : null;
  }
  if (type.type === 'TSTypeReference' && type.typeName.type === 'Identifier')
    return type.typeName.name === 'Date' ? 'Date' : null;
  return KEYWORDS[type.type] ?? null;
}

/** Where names have a meaning: a file, and what a call gave to the parameters of a function. */
interface Scope {
  source: Source;
  given: ReadonlyMap<string, Bound>;
}
interface Bound {
  scope: Scope;
  node: Node;
}

type Branch = 'consequent' | 'alternate';

/** Deeper calls than that are recursion. */
const MAX_DEPTH = 16;

/** Writes one statement, with numbered parameters. */
class Writer {
  readonly #sources: Sources;
  readonly #branch: Branch;
  #values = 0;

  constructor(sources: Sources, branch: Branch) {
    this.#sources = sources;
    this.#branch = branch;
  }

  text(scope: Scope, { quasi }: Template, depth: number): string {
    let text = '';
    quasi.quasis.forEach((part, i) => {
      text += part.value.cooked ?? part.value.raw;
      const value = quasi.expressions[i];
      if (!value) return;
      // After `in` a value has no meaning: it is a list that is only known when the statement runs.
      text += this.#fragment(scope, value, depth) ?? (/\bin\s*$/i.test(text) ? '(null)' : this.#parameter());
    });
    return text;
  }

  #parameter(): string {
    this.#values += 1;
    return `$${this.#values}`;
  }

  /** The text of an expression that is itself SQL; null for a value. */
  #fragment(scope: Scope, value: Node, depth: number): string | null {
    if (depth > MAX_DEPTH) return null;
    switch (value.type) {
      case 'TaggedTemplateExpression':
        return isSql(value) ? this.text(scope, value, depth + 1) : null;
      case 'ConditionalExpression':
        return (
          this.#fragment(scope, value[this.#branch], depth + 1) ??
          this.#fragment(scope, value[this.#branch === 'consequent' ? 'alternate' : 'consequent'], depth + 1)
        );
      case 'TSAsExpression':
      case 'TSNonNullExpression':
      case 'ParenthesizedExpression':
        return this.#fragment(scope, value.expression, depth + 1);
      case 'Identifier': {
        const found = this.#find(scope, value);
        return found && this.#fragment(found.scope, found.node, depth + 1);
      }
      case 'CallExpression':
        return this.#called(scope, value, depth);
      default:
        return null;
    }
  }

  /** What a name stands for. */
  #find(scope: Scope, { name, start }: { name: string; start: number }): Bound | null {
    const given = scope.given.get(name);
    if (given) return given;
    const found = this.#sources.find(scope.source, name, start);
    return found && { scope: { source: found.source, given: new Map() }, node: found.node };
  }

  #called(scope: Scope, { callee, arguments: values }: ESTree.CallExpression, depth: number): string | null {
    if (callee.type === 'MemberExpression') return this.#ofKysely(scope, callee, values, depth);
    if (callee.type !== 'Identifier') return null;
    if (callee.name === 'assignments' && values[0]) return this.#assignments(scope, values[0]);
    const found = this.#find(scope, callee);
    const body = found && returned(found.node);
    if (!body) return null;
    const given = new Map<string, Bound>();
    parametersOf(found.node).forEach(({ name, otherwise }, i) => {
      const node = values[i];
      if (name && node) given.set(name, { scope, node });
      else if (name && otherwise) given.set(name, { scope: found.scope, node: otherwise });
    });
    return this.#fragment({ source: found.scope.source, given }, body, depth + 1);
  }

  /** `sql.ref`, `sql.table` and `sql.raw` of a known text, `sql.join` of known parts. */
  #ofKysely(
    scope: Scope,
    { object, property }: ESTree.MemberExpression,
    [first, separator]: readonly Node[],
    depth: number,
  ): string | null {
    if (object.type !== 'Identifier' || object.name !== 'sql' || property.type !== 'Identifier' || !first)
      return null;
    if (['raw', 'ref', 'table'].includes(property.name)) return this.#string(scope, first, depth);
    if (property.name !== 'join') return null;
    const parts = this.#parts(scope, first, depth);
    const between = separator ? this.#fragment(scope, separator, depth + 1) : ', ';
    return parts && between !== null ? parts.join(between) : null;
  }

  /** `assignments` of platform/db.ts, of an object whose columns are all known. */
  #assignments(scope: Scope, values: Node): string | null {
    const object = values.type === 'Identifier' ? this.#find(scope, values)?.node : values;
    if (object?.type !== 'ObjectExpression') return null;
    const columns = object.properties.map((each) =>
      each.type === 'Property' && each.key.type === 'Identifier' && !each.computed ? each.key.name : null,
    );
    if (columns.includes(null)) return null;
    return columns.map((column) => `${column} = ${this.#parameter()}`).join(', ');
  }

  /** The fragments of a list; one of a list that is made by `map`. */
  #parts(scope: Scope, list: Node, depth: number): string[] | null {
    if (list.type === 'ArrayExpression') {
      const parts = list.elements.map((each) => each && this.#fragment(scope, each, depth + 1));
      return parts.every((each) => typeof each === 'string') ? parts : null;
    }
    if (list.type === 'Identifier' && depth < MAX_DEPTH) {
      const found = this.#find(scope, list);
      return found && this.#parts(found.scope, found.node, depth + 1);
    }
    if (
      list.type === 'CallExpression' &&
      list.callee.type === 'MemberExpression' &&
      list.callee.property.type === 'Identifier' &&
      list.callee.property.name === 'map'
    ) {
      const body = list.arguments[0] && returned(list.arguments[0]);
      const part = body && this.#fragment(scope, body, depth + 1);
      return part ? [part] : null;
    }
    return null;
  }

  #string(scope: Scope, value: Node, depth: number): string | null {
    if (depth > MAX_DEPTH) return null;
    if (value.type === 'Literal') return typeof value.value === 'string' ? value.value : null;
    if (value.type === 'TemplateLiteral') {
      let text = '';
      for (const [i, part] of value.quasis.entries()) {
        text += part.value.cooked ?? '';
        const next = value.expressions[i];
        if (!next) continue;
        const inner = this.#string(scope, next, depth + 1);
        if (inner === null) return null;
        text += inner;
      }
      return text;
    }
    if (value.type !== 'Identifier') return null;
    const found = this.#find(scope, value);
    return found && this.#string(found.scope, found.node, depth + 1);
  }
}

const isFunction = (node: Node): node is ESTree.ArrowFunctionExpression | ESTree.Function =>
  node.type === 'ArrowFunctionExpression' || node.type === 'FunctionDeclaration';

/** A function's parameters: null for the name of one that it takes apart; the default. */
function parametersOf(node: Node): { name: string | null; otherwise: Node | null }[] {
  if (!isFunction(node)) return [];
  return node.params.map((each) => {
    const target = each.type === 'AssignmentPattern' ? each.left : each;
    return {
      name: target.type === 'Identifier' ? target.name : null,
      otherwise: each.type === 'AssignmentPattern' ? each.right : null,
    };
  });
}

/** What a function returns, if that is one expression. */
function returned(node: Node): Node | null {
  if (!isFunction(node) || !node.body) return null;
  if (node.body.type !== 'BlockStatement') return node.body;
  const last = node.body.body.at(-1);
  return last?.type === 'ReturnStatement' ? last.argument : null;
}

/** The names that a pattern declares. */
function namesOf(pattern: Node): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'AssignmentPattern':
      return namesOf(pattern.left);
    case 'RestElement':
      return namesOf(pattern.argument);
    case 'ArrayPattern':
      return pattern.elements.flatMap((each) => (each ? namesOf(each) : []));
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) =>
        namesOf(each.type === 'RestElement' ? each.argument : each.value),
      );
    case 'TSParameterProperty':
      return namesOf(pattern.parameter);
    default:
      return [];
  }
}

const isSql = ({ tag }: Template): boolean => tag.type === 'Identifier' && tag.name === 'sql';

function readSource(file: string): Source {
  const code = readFileSync(file, 'utf8');
  const source: Source = {
    file,
    code,
    declared: new Map(),
    types: new Map(),
    imported: new Map(),
    templates: [],
  };
  const { program } = parseSync(file, code);
  const follow = (from: string, local: string, name: string) => {
    if (from.startsWith('.')) source.imported.set(local, { file: resolve(dirname(file), from), name });
  };
  const scopes: { from: number; to: number }[] = [{ from: 0, to: Number.POSITIVE_INFINITY }];
  const declare = (name: string, node: Node | null) => {
    const known = source.declared.get(name) ?? [];
    source.declared.set(name, [...known, { ...(scopes.at(-1) as { from: number; to: number }), node }]);
  };
  const enter = ({ start, end }: Node) => scopes.push({ from: start, to: end });
  const enterFunction = (node: ESTree.ArrowFunctionExpression | ESTree.Function) => {
    if (node.type === 'FunctionDeclaration' && node.id) declare(node.id.name, node);
    enter(node);
    for (const param of node.params) for (const name of namesOf(param)) declare(name, null);
  };
  const leave = () => scopes.pop();
  new Visitor({
    FunctionDeclaration: enterFunction,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enterFunction,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enterFunction,
    'ArrowFunctionExpression:exit': leave,
    BlockStatement: enter,
    'BlockStatement:exit': leave,
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier') declare(id.name, init);
      else for (const name of namesOf(id)) declare(name, null);
    },
    TSInterfaceDeclaration(node) {
      source.types.set(node.id.name, node);
    },
    TSTypeAliasDeclaration(node) {
      source.types.set(node.id.name, node);
    },
    ImportDeclaration({ specifiers, source: from }) {
      for (const each of specifiers)
        if (each.type === 'ImportSpecifier')
          follow(
            from.value,
            each.local.name,
            each.imported.type === 'Identifier' ? each.imported.name : each.imported.value,
          );
    },
    ExportNamedDeclaration({ specifiers, source: from }) {
      if (!from) return;
      for (const { local, exported } of specifiers)
        if (local.type === 'Identifier' && exported.type === 'Identifier')
          follow(from.value, exported.name, local.name);
    },
    TaggedTemplateExpression(node) {
      if (isSql(node)) source.templates.push(node);
    },
  }).visit(program);
  return source;
}
