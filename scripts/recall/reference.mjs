// The reference embedder that the table was made with: mirrors distill.py (expand, Pieces, features, hash32, lexical).
// src/recall is proven against it; nothing else uses it.
import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

const OPAQUE = /^(?:(?=(?:[a-f]*[0-9]){3})[0-9a-f]{8,}|[0-9]{6,})$/;
const SUFFIXES = ['ations', 'ation', 'ings', 'ing', 'ies', 'ied', 'ed', 'es', 's', 'ly'];
const escape = (s) => s.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

function stem(w) {
  for (const s of SUFFIXES) if (w.endsWith(s) && w.length - s.length >= 3) return w.slice(0, -s.length);
  return w;
}

function hash32(s) {
  // FNV-1a then a 32-bit finaliser; input is ASCII
  let h = 2166136261;
  for (let i = 0; i < s.length; i++) h = Math.imul(h ^ s.charCodeAt(i), 16777619);
  h ^= h >>> 15;
  h = Math.imul(h, 2246822519);
  h ^= h >>> 13;
  h = Math.imul(h, 3266489917);
  h ^= h >>> 16;
  return h >>> 0;
}

function half(u) {
  // float16 bits -> number
  const e = (u >> 10) & 31,
    f = u & 1023;
  return (
    (u & 0x8000 ? -1 : 1) * (e === 0 ? f * 2 ** -24 : e === 31 ? (f ? NaN : Infinity) : (1 + f / 1024) * 2 ** (e - 15))
  );
}

export class Recall {
  static load(path) {
    let b = readFileSync(path);
    if (path.endsWith('.br')) b = brotliDecompressSync(b);
    else if (path.endsWith('.gz')) b = gunzipSync(b);
    return new Recall(b);
  }

  constructor(b) {
    if (b.toString('latin1', 0, 4) !== 'PLR1') throw new Error('not a recall table');
    const n = b.readUInt32LE(4),
      head = JSON.parse(b.toString('utf8', 8, 8 + n));
    Object.assign(this, { dim: head.dim, lex: head.lex, alpha: head.alpha, size: head.dim + head.lex });
    const rows = head.rows,
      at = 8 + n;
    this.q = new Int8Array(b.buffer, b.byteOffset + at, rows * head.dim);
    this.scale = new Float32Array(rows);
    for (let i = 0, p = at + rows * head.dim; i < rows; i++, p += 2) this.scale[i] = half(b.readUInt16LE(p));
    this.ids = new Map(
      b
        .toString('utf8', at + rows * (head.dim + 2))
        .split('\n')
        .map((w, i) => [w, i]),
    );
    const map = (o) => new Map(Object.entries(o));
    [this.types, this.ports, this.terms, this.idf] = [map(head.types), map(head.ports), map(head.terms), map(head.idf)];
    this.stop = new Set(head.stop);
    const keys = [...this.terms.keys()]
      .sort((x, y) => y.length - x.length)
      .map(escape)
      .join('|');
    this.term = new RegExp(`(?<![A-Za-z0-9_])(?:${keys})(?![A-Za-z0-9_])`, 'gi');
    this.memo = new Map();
  }

  expand(text) {
    // addresses, ports and abbreviations become words
    const plain = (s) =>
      s
        .replace(/(\bports?\s+|:)(\d{2,5})\b/gi, (m, a, p) => m + (this.ports.has(p) ? ` (${this.ports.get(p)})` : ''))
        .replace(this.term, (m) => this.terms.get(m.toLowerCase()))
        .replaceAll('_', ' ');
    let out = '',
      at = 0;
    for (const m of text.matchAll(/\baws_([a-z0-9_]+)(?:\.([A-Za-z0-9_-]+))?/g)) {
      out += plain(text.slice(at, m.index)) + (this.types.get(m[1]) ?? m[1].replaceAll('_', ' '));
      if (m[2]) out += ' ' + m[2].replace(/[_-]/g, ' ');
      at = m.index + m[0].length;
    }
    return out + plain(text.slice(at));
  }

  pieces(w) {
    // greedy longest match; random-looking ids give nothing
    let out = this.memo.get(w);
    if (out) return out;
    out = [];
    for (let i = 0; i < w.length && !OPAQUE.test(w);) {
      let j = Math.min(w.length, i + 24),
        k;
      for (; j > i; j--) if ((k = this.ids.get((i ? '##' : '') + w.slice(i, j))) !== undefined) break;
      if (j > i) {
        out.push(k);
        i = j;
      } else i++;
    }
    if (this.memo.size > 20000) this.memo.clear();
    this.memo.set(w, out);
    return out;
  }

  features(text) {
    const f = new Map();
    for (const [tk] of text.matchAll(/[A-Za-z0-9][A-Za-z0-9_./:-]*[A-Za-z0-9]|[A-Za-z0-9]/g)) {
      const low = tk.toLowerCase(),
        parts = tk
          .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
          .toLowerCase()
          .match(/[a-z0-9]+/g);
      if (parts.length > 1 && /[_./:0-9]/.test(tk)) {
        f.set('=' + low, parts.some((w) => OPAQUE.test(w)) ? 3 : 1.5);
        if (/^[a-z0-9]+_[a-z0-9_]*\.[a-z0-9_-]+$/.test(low)) f.set('=' + low.split('.')[0], 1.05);
      }
      for (const w of parts) if (!this.stop.has(w)) f.set('w' + stem(w), OPAQUE.test(w) ? 3 : 1);
    }
    return f;
  }

  /** Unit vector of dim + lex floats: [sqrt(a) * meaning, sqrt(1 - a) * words]. */
  embed(text) {
    const { dim, lex, q, scale } = this,
      v = new Float32Array(dim + lex);
    const words =
      this.expand(text)
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '')
        .toLowerCase()
        .match(/[a-z0-9]+/g) ?? [];
    for (const w of words)
      for (const k of this.pieces(w)) {
        const s = scale[k],
          o = k * dim;
        for (let i = 0; i < dim; i++) v[i] += s * q[o + i];
      }
    const features = this.features(text);
    let opaque = 0;
    for (const [f, w] of features) {
      if (w === 3) opaque++;
      const h = hash32(f);
      v[dim + (h % lex)] += (h >>> 31 ? 1 : -1) * w * (this.idf.get(f) ?? 1);
    }
    const part = (a, b, weight) => {
      let s = 0;
      for (let i = a; i < b; i++) s += v[i] * v[i];
      const r = s > 0 ? Math.sqrt(weight / s) : 0;
      for (let i = a; i < b; i++) v[i] *= r;
    };
    const alpha = this.alpha * (1 - opaque / Math.max(1, features.size)); // ids carry no meaning: let the words decide
    part(0, dim, alpha);
    part(dim, dim + lex, 1 - alpha);
    return v;
  }
}
