const KEY = /\[(?:\d+|"(?:[^"\\]|\\.)*")\]/g;

/** The resource type in an address, `aws_subnet` in `module.net["a.b"].aws_subnet.private[0]`; undefined for other text. */
export function typeOfAddress(address: string): string | undefined {
  const steps = address.replace(KEY, '').split('.');
  while (steps[0] === 'module' && steps.length > 3) steps.splice(0, 2);
  if (steps[0] === 'data') steps.shift();
  const [type = '', name = '', ...more] = steps;
  const isAddress =
    more.length === 0 && /^[a-z][a-z0-9]*_[a-z0-9_]+$/.test(type) && /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name);
  return isAddress ? type : undefined;
}
