{{- define "portolan.labels" -}}
app.kubernetes.io/name: portolan
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}
{{- define "portolan.container" -}}
image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"
envFrom:
  - configMapRef: { name: {{ .Release.Name }}-settings }
  - secretRef: { name: {{ .Values.secret }} }
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  readOnlyRootFilesystem: true
  allowPrivilegeEscalation: false
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  - { name: data, mountPath: /data }
{{- end -}}
{{- define "portolan.volumes" -}}
- { name: tmp, emptyDir: {} }
- { name: data, emptyDir: {} }
{{- end -}}
