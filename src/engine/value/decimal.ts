/** Removes zeros at the end. A loop, because a regular expression takes quadratic time on hostile input. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** Writes a decimal number as sign, digits without outer zeros, and power of ten. */
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
 * Converts all notations of a decimal number to one text, with any number of digits: `1`, `1.0` and `10e-1` are `1e0`.
 * Undefined for other text.
 */
export function canonicalDecimal(text: string): string | undefined {
  return /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,9})?$/.test(text) ? normalised(text) : undefined;
}
