// Tailwind reads the components and writes only the classes that they use.
export default { plugins: { '@tailwindcss/postcss': {} } };
