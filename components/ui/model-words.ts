// How a model is named to people: its own name, and the demo model always as what it is.

/** "openai/gpt-5" → "gpt-5", "demo" and "demo/demo" → "Demo model". */
export function modelWords(id: string): string {
  if (isDemo(id)) return 'Demo model';
  const slash = id.indexOf('/');
  return slash < 0 ? id : id.slice(slash + 1);
}

export function isDemo(id: string): boolean {
  return id === 'demo' || id.startsWith('demo/');
}
