// A small scanner of TypeScript and JSX: it separates code from strings, comments, regular expressions and JSX text.
// The checks that read sources use it. It does not parse; it only finds identifiers reliably.

/** @typedef {{ kind: 'name' | 'string' | 'template' | 'number' | 'regex' | 'comment' | 'text' | 'mark', text: string, at: number }} Token */

const nameStart = /[\p{ID_Start}$_]/u;
const nameRest = /[\p{ID_Continue}$\u200c\u200d]/u;
/** After these words an expression begins, so that `/` begins a regular expression and `<` an element. */
const beforeExpression = new Set(
  'return typeof case do else in of instanceof new void delete throw await yield default extends'.split(' '),
);

/**
 * The tokens of a source in their order; white space is left out. A template is a token for each of its
 * literal parts, with the tokens of its expressions between them.
 * @param {string} source
 * @param {{ jsx?: boolean }} [options]
 * @returns {Token[]}
 */
export function tokensOf(source, { jsx = false } = {}) {
  /** @type {Token[]} */
  const tokens = [];
  let at = 0;
  const add = (kind, end) => {
    tokens.push({ kind, text: source.slice(at, end), at });
    at = end;
  };

  code('end');
  return tokens;

  /** Reads code up to the mark that closes it: `}` of a template or an element's expression, or the end. */
  function code(until) {
    let depth = 0;
    while (at < source.length) {
      const char = source[at];
      if (/\s/.test(char)) at += 1;
      else if (source.startsWith('//', at)) add('comment', endOf('\n'));
      else if (source.startsWith('/*', at)) add('comment', endOf('*/', 2));
      else if (source.startsWith('#!', at) && at === 0) add('comment', endOf('\n'));
      else if (char === "'" || char === '"') add('string', endOfString(char));
      else if (char === '`') template();
      else if (nameStart.test(char)) add('name', endOfName());
      else if (/\d/.test(char)) add('number', endOfNumber());
      else if (char === '/' && expressionBegins()) add('regex', endOfRegex());
      else if (jsx && char === '<' && expressionBegins() && elementBegins()) element();
      else {
        if (char === '{') depth += 1;
        if (char === '}') {
          if (until === '}' && depth === 0) return;
          depth -= 1;
        }
        add('mark', at + 1);
      }
    }
  }

  function template() {
    let end = at + 1;
    while (end < source.length && source[end] !== '`') {
      if (source[end] === '\\') end += 2;
      else if (source.startsWith('${', end)) {
        add('template', end + 2);
        code('}');
        end = at + 1;
      } else end += 1;
    }
    add('template', Math.min(end + 1, source.length));
  }

  /** From `<` to the end of the element, with its attributes as tokens and its text as `text`. */
  function element() {
    add('mark', at + 1);
    const isClosed = tag();
    if (isClosed) return;
    while (at < source.length) {
      if (source.startsWith('</', at)) {
        add('mark', at + 2);
        tag();
        return;
      }
      if (source[at] === '<') element();
      else if (source[at] === '{') {
        add('mark', at + 1);
        code('}');
        add('mark', at + 1);
      } else {
        let end = at;
        while (end < source.length && source[end] !== '<' && source[end] !== '{') end += 1;
        if (source.slice(at, end).trim() === '') at = end;
        else add('text', end);
      }
    }
  }

  /** The rest of a tag behind its `<`; true when it closed itself with `/>`. */
  function tag() {
    let typeDepth = 0;
    while (at < source.length) {
      const char = source[at];
      if (/\s/.test(char)) at += 1;
      else if (source.startsWith('/*', at)) add('comment', endOf('*/', 2));
      else if (source.startsWith('//', at)) add('comment', endOf('\n'));
      else if (source.startsWith('/>', at)) {
        add('mark', at + 2);
        return true;
      } else if (char === '<') {
        typeDepth += 1;
        add('mark', at + 1);
      } else if (char === '>') {
        add('mark', at + 1);
        if (typeDepth === 0) return false;
        typeDepth -= 1;
      } else if (char === '"' || char === "'")
        add('string', source.indexOf(char, at + 1) + 1 || source.length);
      else if (char === '{') {
        add('mark', at + 1);
        code('}');
        add('mark', at + 1);
      } else if (nameStart.test(char)) {
        let end = endOfName();
        while (source[end] === '-') end = endOfName(end + 1);
        add('name', end);
      } else add('mark', at + 1);
    }
    return true;
  }

  function elementBegins() {
    const rest = source.slice(at + 1, at + 80);
    // `<T,>` and `<T extends …>` begin a generic function.
    return /^(>|[\p{ID_Start}$_])/u.test(rest) && !/^\w+\s*(,|extends\b)/.test(rest);
  }

  function expressionBegins() {
    const last = tokens.findLast(({ kind }) => kind !== 'comment');
    if (!last) return true;
    if (last.kind === 'name') return beforeExpression.has(last.text);
    if (last.kind === 'mark') return ![')', ']', '}', '/>'].includes(last.text) && !isAssertion(last);
    return false;
  }

  /** A `!` behind a value is an assertion, and what follows it is an operator. */
  function isAssertion(mark) {
    if (mark.text !== '!') return false;
    const before = tokens[tokens.lastIndexOf(mark) - 1];
    return before !== undefined && endsValue(before);
  }

  function endOf(mark, from = 0) {
    const end = source.indexOf(mark, at + from);
    if (end < 0) return source.length;
    return mark === '\n' ? end : end + mark.length;
  }

  function endOfString(quote) {
    let end = at + 1;
    while (end < source.length && source[end] !== quote && source[end] !== '\n')
      end += source[end] === '\\' ? 2 : 1;
    return end + 1;
  }

  function endOfName(from = at) {
    let end = from;
    while (end < source.length && nameRest.test(source[end])) end += 1;
    return Math.max(end, from);
  }

  function endOfNumber() {
    return (
      at + /^(0[xob][\da-f_]+|[\d_]*(\.[\d_]+)?(e[+-]?\d+)?)n?/i.exec(source.slice(at, at + 80))[0].length
    );
  }

  function endOfRegex() {
    let end = at + 1;
    let isClass = false;
    while (end < source.length && (isClass || source[end] !== '/') && source[end] !== '\n') {
      if (source[end] === '\\') end += 1;
      else if (source[end] === '[') isClass = true;
      else if (source[end] === ']') isClass = false;
      end += 1;
    }
    return endOfName(end + 1);
  }
}

/** True when a value ends with the token, so that what follows it is an operator. */
export function endsValue({ kind, text }) {
  if (kind === 'name') return !beforeExpression.has(text);
  if (kind === 'mark') return [')', ']', '}'].includes(text);
  return (
    kind === 'string' || kind === 'number' || kind === 'regex' || (kind === 'template' && text.endsWith('`'))
  );
}

/** The tokens of a file, read by the language of its ending. */
export function tokensOfFile(path, source) {
  return tokensOf(source, { jsx: /\.[jt]sx$/.test(path) });
}

/** @returns {(at: number) => number} the line, from 1, of a place in the source */
export function linesOf(source) {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return (at) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= at) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
