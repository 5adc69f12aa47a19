package app

import (
	"os/exec"
	"testing"
)

// Prometheus itself reads the alert rules: a rule that it refuses takes all of them away.
func TestPrometheusReadsTheAlertRules(t *testing.T) {
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		t.Skip("promtool is not installed (Debian: apt install prometheus)")
	}
	out, err := exec.CommandContext(t.Context(), promtool, "check", "rules", "../../packaging/monitoring/estate.rules.yml").CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
