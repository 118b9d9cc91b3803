/** The logo: an eight-pointed compass rose in a circle with one point filled, drawn in the text colour. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      aria-hidden
    >
      <circle cx="16" cy="16" r="14.25" />
      <path d="M16 3.5 18.2 13.8 16 16 13.8 13.8Z" fill="currentColor" />
      <path d="M28.5 16 18.2 18.2 16 16l2.2-2.2ZM16 28.5 13.8 18.2 16 16l2.2 2.2ZM3.5 16l10.3-2.2L16 16l-2.2 2.2Z" />
      <path d="m23.4 8.6-5.2 5.2M23.4 23.4l-5.2-5.2M8.6 23.4l5.2-5.2M8.6 8.6l5.2 5.2" strokeWidth="1.1" />
    </svg>
  );
}
