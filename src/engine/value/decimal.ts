/** Without the zeros at the end; a loop, since a pattern would look at every zero of a hostile number anew. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** A decimal number as its sign, its digits without zeros at either end, and the power of ten that they stand for. */
function normalised(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace(/^[-+]/, '').split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const stripped = withoutTrailingZeros(digits);
  if (stripped === '') return '0';
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - stripped.length);
  return `${sign}${stripped}e${power}`;
}

/**
 * One text for every way to write a decimal number, however many digits it has: `1`, `1.0` and `10e-1` are `1e0`.
 * Undefined for what is no number.
 */
export function canonicalDecimal(text: string): string | undefined {
  return /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,9})?$/.test(text) ? normalised(text) : undefined;
}
